import type { ReactNode } from 'react'
import { ReactivatePage } from '../sessions/reactivate-page.tsx'
import { ConnectXero } from '../organisations/connect-xero.tsx'

export const ReactivateScreen = (): ReactNode => (
  <ReactivatePage reconnect={(onDone) => <ConnectXero onConnected={onDone} returnTo="/dashboard" />} />
)
