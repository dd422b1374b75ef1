import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Claim } from '../../contracts/claims.ts'
import { AFTER_CLAIM } from '../lib/session/session-rules.ts'
import { goAfterSignIn } from '../lib/session/session.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { PageHeading } from '../ui/layout/heading.tsx'
import styles from './claims.module.css'

/** What the code does from now on, and how an account comes to own it. */
export const ClaimSuccess = ({ claim }: { claim: Claim }): ReactNode => (
  <>
    <PageHeading tab="Claimed" takesFocus>
      The code is yours
    </PageHeading>
    <Notice tone="ok">
      Whoever scans it lands on the Google review page of <strong>{claim.business?.name}</strong>. Scan it to
      try.
    </Notice>
    {claim.isOwned ? (
      <p>
        It belongs to your account: see its scans under <Link to="/codes">My QR codes</Link>.
      </p>
    ) : (
      <section className={styles.invitation} aria-labelledby="own-it">
        <h2 id="own-it">Keep it in your hands</h2>
        <p>
          Create an account in this browser within 7 days and the code belongs to it: see how often it is
          scanned, download it again, or point it to another business.
        </p>
        <Link className={styles.link} to="/register" onClick={() => goAfterSignIn(AFTER_CLAIM)}>
          Create your account
        </Link>
        <p>
          Already with Goodword?{' '}
          <Link to="/login" onClick={() => goAfterSignIn(AFTER_CLAIM)}>
            Sign in here
          </Link>
        </p>
      </section>
    )}
  </>
)
