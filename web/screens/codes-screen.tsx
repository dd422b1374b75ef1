import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { signOut } from '../sessions/sign-out.ts'
import { QrCodesPage } from '../claims/qr-codes-page.tsx'
import { NewcomerHeader } from './dashboard/newcomer-header.tsx'
import { addressOf } from './dashboard/tabs.ts'
import { useCurrentUser } from '../lib/current-user.ts'

/** "My QR codes" by an address of its own: a tab of the dashboard, and before there is one, a page in the same frame. */
export const CodesScreen = (): ReactNode => {
  const { user } = useCurrentUser()
  if (user.isOnboardingComplete) return <Navigate to={addressOf('codes')} replace />
  return (
    <>
      <NewcomerHeader user={user} onSignOut={() => void signOut(Date.now())} />
      <QrCodesPage />
    </>
  )
}
