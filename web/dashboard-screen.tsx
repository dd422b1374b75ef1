import type { ReactNode } from 'react'
import { DeactivateAccount } from './accounts/deactivate-account.tsx'
import { signOut } from './accounts/sign-out.ts'
import { DashboardPage } from './dashboard/dashboard-page.tsx'
import { XeroLine } from './xero/xero-line.tsx'

export const DashboardScreen = (): ReactNode => (
  <DashboardPage
    onSignOut={() => void signOut(Date.now())}
    xero={<XeroLine />}
    deactivate={<DeactivateAccount />}
  />
)
