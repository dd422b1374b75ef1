import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Claim } from '../../contracts/claims.ts'
import { call } from '../lib/api.ts'
import { ButtonLink } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { PageHeading } from '../ui/layout/heading.tsx'

/** The owner gets a page; a customer who scans the code is redirected to the reviews. */
export const OwnCode = ({ claim }: { claim: Claim }): ReactNode => (
  <>
    <PageHeading tab="Your QR code">This code is yours</PageHeading>
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

/** Another person claimed the same code first. */
export const ClaimedMeanwhile = ({ slug }: { slug: string }): ReactNode => {
  const [claim, setClaim] = useState<Claim | null>(null)
  useEffect(() => {
    call('GET /api/claims/{slug}', { params: { slug } }).then(setClaim, () => undefined)
  }, [slug])
  return (
    <>
      <PageHeading tab="Already claimed" takesFocus>
        This code is already claimed
      </PageHeading>
      <Notice tone="warn">
        {claim?.business
          ? `This code has just been claimed for ${claim.business.name}.`
          : 'This code has just been claimed for another business.'}
      </Notice>
      <p>If the code is in your hands and this is not right, write to whoever gave it to you.</p>
    </>
  )
}

const ToReviews = ({ claim }: { claim: Claim }): ReactNode => (
  <ButtonLink href={claim.reviewUrl ?? undefined} rel="noreferrer">
    Open the review page
  </ButtonLink>
)
