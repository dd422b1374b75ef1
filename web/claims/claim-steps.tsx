import { useCallback, useState, type ReactNode } from 'react'
import type { Place } from '../../contracts/businesses.ts'
import type { Claim } from '../../contracts/claims.ts'
import { call } from '../lib/api.ts'
import { isCode } from '../lib/problems.ts'
import { ClaimSuccess } from './claim-success.tsx'
import { ClaimedMeanwhile, stayAtClaimed } from './claimed-code.tsx'
import { ConfirmPlace } from './confirm-place.tsx'
import { SearchPlace } from './search-place.tsx'

type Step =
  | { name: 'search'; problem: unknown }
  | { name: 'confirm'; place: Place; problem: unknown }
  | { name: 'success'; claim: Claim }
  | { name: 'taken' }

/** Search, confirm, success; or a page that says whose the code is, where it was claimed meanwhile. */
export const ClaimSteps = ({ slug }: { slug: string }): ReactNode => {
  const [step, setStep] = useState<Step>({ name: 'search', problem: null })
  // Kept here, so that the search text is still there after the confirmation is cancelled.
  const [text, setText] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  const showTaken = useCallback(() => setStep({ name: 'taken' }), [])
  const attempt = async (work: () => Promise<Step>, problem: (error: unknown) => Step): Promise<void> => {
    setIsBusy(true)
    try {
      setStep(await work())
    } catch (error) {
      setStep(isCode(error, 'already-claimed') ? { name: 'taken' } : problem(error))
    }
    setIsBusy(false)
  }
  const pick = (found: Place, sessionToken: string): Promise<void> =>
    attempt(
      async () => {
        const params = { slug, placeId: found.placeId }
        const { place } = await call('GET /api/claims/{slug}/places/{placeId}', {
          params,
          query: { sessionToken },
        })
        // The list names the town of a business without an address; what Google says of a place itself does not.
        const address = place.address || found.address
        return { name: 'confirm', place: { ...place, address }, problem: null }
      },
      (problem) => ({ name: 'search', problem }),
    )
  const claim = (place: Place): Promise<void> =>
    attempt(
      async () => ({
        name: 'success',
        claim: await claimNow(slug, place.placeId),
      }),
      (problem) => ({ name: 'confirm', place, problem }),
    )

  switch (step.name) {
    case 'search':
      return (
        <SearchPlace
          slug={slug}
          text={text}
          onType={setText}
          onPick={pick}
          onTaken={showTaken}
          isBusy={isBusy}
          problem={step.problem}
        />
      )
    case 'confirm':
      return (
        <ConfirmPlace
          place={step.place}
          problem={step.problem}
          isBusy={isBusy}
          onConfirm={() => void claim(step.place)}
          onSearchAgain={() => setStep({ name: 'search', problem: null })}
        />
      )
    case 'success':
      return <ClaimSuccess claim={step.claim} />
    case 'taken':
      return <ClaimedMeanwhile slug={slug} />
  }
}

const claimNow = async (slug: string, placeId: string): Promise<Claim> => {
  const claim = await call('POST /api/claims/{slug}', { params: { slug }, body: { placeId } })
  stayAtClaimed()
  return claim
}
