import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { OwnedCode } from '../../contracts/claims.ts'
import { asks } from '../lib/asks.ts'
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

const NoCodes = (): ReactNode => (
  <section className={styles.empty}>
    <h2>No codes yet</h2>
    <p>
      Have you got one of our printed codes? Scan it with your phone and claim it for your business. Sign in
      with the same browser within 7 days, and the code is listed here.
    </p>
  </section>
)
