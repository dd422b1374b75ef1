import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { OwnedCode } from '../../contracts/claims.ts'
import { asks } from '../lib/asks.ts'
import { useCurrentUser } from '../lib/session/current-user.ts'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { TabPage } from '../ui/layout/tab-page.tsx'
import { CodeCard } from './code-card.tsx'
import { MoveCode } from './move-code.tsx'
import styles from './qr-codes.module.css'

/** "My QR codes" on a page of its own; `above` is what needs attention first. */
export const QrCodesPage = ({ above }: { above: ReactNode }): ReactNode => (
  <main id="main" className={styles.main} tabIndex={-1}>
    {above}
    <QrCodes />
  </main>
)

/** The owner's printed codes, each with its picture, its number of scans and the business that it leads to. */
export const QrCodes = (): ReactNode => {
  const codes = useQuery(asks('GET /api/qr-codes'))
  const [moving, setMoving] = useState<OwnedCode | null>(null)
  return (
    <TabPage title="My QR codes" lead="Whoever scans one goes straight to the review page on Google.">
      {codes.isPending && <LoadingRows count={2} label="Loading your codes" />}
      {codes.isError && !codes.data && (
        <LoadError what="Your codes could not be loaded." error={codes.error} retry={codes.refetch} />
      )}
      {codes.data?.codes.length === 0 && <NoCodes />}
      {codes.data && codes.data.codes.length > 0 && (
        <ul className={styles.codes}>
          {codes.data.codes.map((code) => (
            <li key={code.slug}>
              <CodeCard code={code} timeZone={codes.data.timeZone} onMove={() => setMoving(code)} />
            </li>
          ))}
        </ul>
      )}
      <MoveCode code={moving} onClose={() => setMoving(null)} />
    </TabPage>
  )
}

const NoCodes = (): ReactNode => {
  const { user } = useCurrentUser()
  if (user.businessName === null) return <NoBusinessYet />
  return (
    <section className={styles.empty}>
      <h2>No codes yet</h2>
      <p>
        Have you got one of our printed codes? Scan it with your phone and claim it for your business. Sign in
        with the same browser within 7 days, and the code is listed here.
      </p>
    </section>
  )
}

/** A code belongs to a business: what she claimed before she chose hers is kept, and is listed once she has. */
const NoBusinessYet = (): ReactNode => (
  <section className={styles.empty}>
    <h2>Choose your business first</h2>
    <p>
      A code that you have claimed is kept for you for 7 days: choose your business in the browser in which
      you claimed it, and the code is listed here.
    </p>
    <p>
      <Link to="/onboarding">Choose your business</Link>
    </p>
    <p>Have you got one that nobody has claimed yet? Scan it with your phone and claim it.</p>
  </section>
)
