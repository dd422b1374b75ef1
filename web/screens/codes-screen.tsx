import type { ReactNode } from 'react'
import { Link, Navigate } from 'react-router'
import type { User } from '../../contracts/sessions.ts'
import { QrCodesPage } from '../claims/qr-codes.tsx'
import { useCurrentUser } from '../lib/session/current-user.ts'
import { PaymentUnderWay } from '../payments/payment-under-way.tsx'
import { signOut } from '../sessions/sign-out.ts'
import { Button } from '../ui/controls/button.tsx'
import { PageFoot } from '../ui/layout/page-foot.tsx'
import { Wordmark } from '../ui/layout/wordmark.tsx'
import styles from './dashboard/dashboard-header.module.css'
import { addressOf } from './dashboard/tabs.ts'

/**
 * "My QR codes" by an address of its own: a tab of the dashboard, and before there is one, a page in the same frame.
 */
export const CodesScreen = (): ReactNode => {
  const { user } = useCurrentUser()
  if (user.isOnboardingComplete) return <Navigate to={addressOf('codes')} replace />
  return (
    <>
      <SetupHeader user={user} onSignOut={() => void signOut(Date.now())} />
      <QrCodesPage above={<PaymentUnderWay />} />
      <PageFoot />
    </>
  )
}

/** The dashboard's header before there is a dashboard: who is signed in, and the way on. */
const SetupHeader = ({ user, onSignOut }: { user: User; onSignOut: () => void }): ReactNode => (
  <header className={styles.header}>
    <a className={styles.skip} href="#main">
      Skip to the page
    </a>
    <Link to="/onboarding" className={styles.home} aria-label="Goodword, to your setup">
      <Wordmark />
    </Link>
    <div className={styles.end}>
      <span className={styles.newcomer} dir="auto" title={user.name}>
        {user.name}
      </span>
      <Link to="/onboarding" className={styles.onward}>
        Finish setting up
      </Link>
      <Button look="ghost" className={styles.signOutAlways} onClick={onSignOut}>
        Sign Out
      </Button>
    </div>
  </header>
)
