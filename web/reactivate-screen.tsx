import type { ReactNode } from 'react'
import { ReactivatePage } from './accounts/reactivate-page.tsx'
import { ConnectXero } from './xero/connect-xero.tsx'

export const ReactivateScreen = (): ReactNode => (
  <ReactivatePage reconnect={(onDone) => <ConnectXero onConnected={onDone} returnTo="/dashboard" />} />
)
