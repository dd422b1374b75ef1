import type { ReactNode } from 'react'
import { useCurrentUser } from '../lib/current-user.ts'
import { PageHeading } from '../ui/heading.tsx'
import { DashboardHeader } from './dashboard-header.tsx'
import styles from './dashboard-page.module.css'

/** Where an owner lands once she is live. */
export const DashboardPage = ({
  onSignOut,
  xero,
  deactivate,
}: {
  onSignOut: () => void
  xero: ReactNode
  deactivate: ReactNode
}): ReactNode => {
  const { user } = useCurrentUser()
  return (
    <>
      <DashboardHeader user={user} onSignOut={onSignOut} />
      <main className={styles.main}>
        <div>
          <PageHeading tab="Dashboard">You are live</PageHeading>
          <p className={styles.lead}>
            When an invoice is paid in Xero, its customer gets one polite text, as long as there are funds.
          </p>
        </div>
        <dl className={styles.card}>
          <div>
            <dt>Reviews go to</dt>
            <dd>
              <b>{user.businessName}</b>
              {user.googleReviewUrl && (
                <a href={user.googleReviewUrl} target="_blank" rel="noreferrer">
                  Open your review page
                </a>
              )}
            </dd>
          </div>
          <div>
            <dt>Xero</dt>
            <dd>{xero}</dd>
          </div>
          <div>
            <dt>Signed in as</dt>
            <dd>
              <b>{user.name}</b>
              <span>{user.email}</span>
            </dd>
          </div>
        </dl>
        {deactivate}
      </main>
    </>
  )
}
