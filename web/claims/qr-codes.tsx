import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { OwnedCode } from '../../contracts/claims.ts'
import { call } from '../lib/api.ts'
import { inWords } from '../lib/problems.ts'
import { Button } from '../ui/button.tsx'
import { PageHeading } from '../ui/heading.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CodeCard } from './code-card.tsx'
import { MoveCode } from './move-code.tsx'
import styles from './qr-codes.module.css'

/** The owner's printed codes: how often each was scanned, as a picture, and where it leads. */
export const QrCodes = (): ReactNode => {
  const codes = useQuery({
    queryKey: ['qr-codes'],
    queryFn: ({ signal }) => call('GET /api/qr-codes', { signal }),
  })
  const [moving, setMoving] = useState<OwnedCode | null>(null)
  return (
    <>
      <div>
        <PageHeading tab="My QR codes">My QR codes</PageHeading>
        <p className={styles.lead}>Whoever scans one goes straight to the review page on Google.</p>
      </div>
      {codes.isPending && <Skeleton height="9rem" />}
      {codes.isError && (
        <Notice
          tone="bad"
          action={
            <Button look="plain" onClick={() => void codes.refetch()}>
              Try again
            </Button>
          }
        >
          {inWords(codes.error)}
        </Notice>
      )}
      {codes.data?.codes.length === 0 && <NoCodes />}
      {codes.data && codes.data.codes.length > 0 && (
        <ul className={styles.codes}>
          {codes.data.codes.map((code) => (
            <li key={code.slug}>
              <CodeCard code={code} onMove={() => setMoving(code)} />
            </li>
          ))}
        </ul>
      )}
      <MoveCode code={moving} onClose={() => setMoving(null)} />
    </>
  )
}

const NoCodes = (): ReactNode => (
  <section className={styles.empty}>
    <h2>No codes yet</h2>
    <p>
      Have you got one of our printed codes? Scan it with your phone and claim it for your business. Signed in
      on that phone, you find it here.
    </p>
  </section>
)
