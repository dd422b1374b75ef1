import { useEffect, useState, type ReactNode } from 'react'
import { useParams } from 'react-router'
import type { Claim } from '../../contracts/claims.ts'
import { call } from '../lib/api.ts'
import { inWords, isStatus } from '../lib/problems.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { PageHeading } from '../ui/layout/heading.tsx'
import { NarrowPage } from '../ui/layout/narrow-page.tsx'
import { ClaimSteps } from './claim-steps.tsx'
import { ClaimedCode, YourCode } from './claimed-code.tsx'
import styles from './claims.module.css'
import { CLAIM_LEAD } from './search-place.tsx'

type Found = { claim: Claim } | { error: unknown } | null

/** The page of a printed code: free to claim, claimed by another business, one's own, or unknown. */
export const ClaimPage = (): ReactNode => {
  const { slug: asked = '' } = useParams()
  // The server takes no NUL, and no code has either of them.
  const slug = asked.replaceAll('\0', '\uFFFD')
  const [attempt, setAttempt] = useState(1)
  return (
    <NarrowPage>
      <Code key={`${slug} ${attempt}`} slug={slug} onRetry={() => setAttempt(attempt + 1)} />
    </NarrowPage>
  )
}

const Code = ({ slug, onRetry }: { slug: string; onRetry: () => void }): ReactNode => {
  const [found, setFound] = useState<Found>(null)
  useEffect(() => {
    const aborter = new AbortController()
    call('GET /api/claims/{slug}', { params: { slug }, signal: aborter.signal }).then(
      (claim) => setFound({ claim }),
      (error: unknown) => {
        if (!aborter.signal.aborted) setFound({ error })
      },
    )
    return () => aborter.abort()
  }, [slug])

  if (found === null) return <LoadingCode />
  if ('error' in found) return <CodeError error={found.error} onRetry={onRetry} />
  return <ClaimState claim={found.claim} />
}

const ClaimState = ({ claim }: { claim: Claim }): ReactNode => {
  if (claim.state === 'unclaimed') return <ClaimSteps slug={claim.slug} />
  return claim.state === 'yours' ? <YourCode claim={claim} /> : <ClaimedCode claim={claim} />
}

/** As the first step, which it mostly is; drawn by the build as well, for the time before the script has run. */
const LoadingCode = (): ReactNode => (
  <>
    <PageHeading tab="Claim your QR code">Claim this QR code</PageHeading>
    <p className={styles.lead}>{CLAIM_LEAD}</p>
    <span className={styles.searchToCome} aria-hidden="true" />
  </>
)

const CodeError = ({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode => {
  if (isStatus(error, 404))
    return (
      <>
        <PageHeading tab="Unknown code">This code is not known</PageHeading>
        <p role="alert">{inWords(error)}</p>
      </>
    )
  if (isStatus(error, 410))
    return (
      <>
        <PageHeading tab="Expired code">This code has expired</PageHeading>
        <p role="alert">{inWords(error)}</p>
      </>
    )
  return (
    <>
      <PageHeading tab="Your QR code">We could not look at this code</PageHeading>
      <Notice
        tone="bad"
        action={
          <Button look="plain" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {inWords(error)}
      </Notice>
    </>
  )
}
