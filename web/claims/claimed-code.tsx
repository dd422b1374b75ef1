import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Claim } from '../../contracts/claims.ts'
import { call } from '../lib/api.ts'
import { ButtonLink } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { PageHeading } from '../ui/layout/heading.tsx'
import { ClaimSuccess } from './claim-success.tsx'

/** Of an account the code has its page; whoever claimed it without one is invited to own it. */
export const YourCode = ({ claim, isNew = false }: { claim: Claim; isNew?: boolean }): ReactNode =>
  claim.isOwned ? <OwnCode claim={claim} isNew={isNew} /> : <ClaimSuccess claim={claim} />

/** The owner gets a page; a customer who scans the code is redirected to the reviews. */
const OwnCode = ({ claim, isNew }: { claim: Claim; isNew: boolean }): ReactNode => (
  <>
    <PageHeading tab="Your QR code" takesFocus={isNew}>
      This code is yours
    </PageHeading>
    <p>
      Your customers do not see this page: the code takes them straight to the review page of{' '}
      <strong>{claim.business?.name}</strong>.
    </p>
    <ToReviews claim={claim} />
    <p>
      <Link to="/codes">See its scans, download its picture or change where it leads</Link>
    </p>
  </>
)

export const ClaimedCode = ({ claim }: { claim: Claim }): ReactNode => (
  <>
    <PageHeading tab="QR code">This code leads to {claim.business?.name}</PageHeading>
    <ToReviews claim={claim} />
  </>
)

/** The code was claimed since it was looked at: by another person, or by this one in another tab. */
export const ClaimedMeanwhile = ({ slug }: { slug: string }): ReactNode => {
  const [claim, setClaim] = useState<Found>(null)
  useEffect(() => {
    call('GET /api/claims/{slug}', { params: { slug } }).then(
      (found) => {
        if (found.state === 'yours') stayAtClaimed()
        setClaim(found)
      },
      () => setClaim('unknown'),
    )
  }, [slug])
  return <Meanwhile claim={claim} />
}

/** Null until the server has said whose the code is. */
type Found = Claim | 'unknown' | null

export const Meanwhile = ({ claim }: { claim: Found }): ReactNode => {
  const known = claim === 'unknown' ? null : claim
  if (known?.state === 'yours') return <YourCode claim={known} isNew />
  return (
    <>
      <PageHeading tab="Already claimed" takesFocus>
        This code is already claimed
      </PageHeading>
      {claim && (
        <>
          <Notice tone="warn">
            {known?.business
              ? `This code has just been claimed for ${known.business.name}.`
              : 'This code has just been claimed for another business.'}
          </Notice>
          <p>If the code is in your hands and this is not right, write to whoever gave it to you.</p>
        </>
      )}
    </>
  )
}

/** A reload at the printed address would lead her to the review page, as it leads customers. */
export const stayAtClaimed = (): void =>
  window.history.replaceState(window.history.state, '', `${window.location.pathname}?claimed`)

const ToReviews = ({ claim }: { claim: Claim }): ReactNode => (
  <ButtonLink href={claim.reviewUrl ?? undefined} rel="noreferrer">
    Open the review page
  </ButtonLink>
)
