import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Place } from '../../contracts/businesses.ts'
import type { Claim } from '../../contracts/claims.ts'
import { call } from '../lib/api.ts'
import { isCode } from '../lib/problems.ts'
import { useGoOnce } from '../lib/use-go-once.ts'
import { ClaimSuccess } from './claim-success.tsx'
import { ClaimedMeanwhile, stayAtClaimed } from './claimed-code.tsx'
import { ConfirmPlace } from './confirm-place.tsx'
import { SearchPlace } from './search-place.tsx'

type End = { name: 'success'; claim: Claim } | { name: 'taken' }

/**
 * Search, confirm, success; or a page that says whose the code is, where it was claimed meanwhile. The choice is part
 * of the browser's history, so its Back button goes back to the search.
 */
export const ClaimSteps = ({ slug }: { slug: string }): ReactNode => {
  const { key, pathname, state } = useLocation()
  const goOnce = useGoOnce()
  const place = (state as { place?: Place } | null)?.place ?? null
  const [end, setEnd] = useState<End | null>(null)
  // Kept here, so that the search text is still there after the confirmation is cancelled.
  const [text, setText] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failed, setFailed] = useState<{ at: string; problem: unknown } | null>(null)
  const problem = failed?.at === key ? failed.problem : null
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  // Together with the screen: whoever reloads as soon as she sees it must not be led away.
  useLayoutEffect(() => {
    if (end?.name === 'success') stayAtClaimed()
    // Also at the search that Back then leads to.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [end, key])

  const showTaken = useCallback(() => setEnd({ name: 'taken' }), [])
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setIsBusy(true)
    setFailed(null)
    try {
      await work()
    } catch (error) {
      if (isCode(error, 'already-claimed')) showTaken()
      else setFailed({ at: key, problem: error })
    }
    setIsBusy(false)
  }
  const go = (chosen: Place | null): void => goOnce(pathname, { state: { place: chosen } })
  const pick = (found: Place, sessionToken: string): Promise<void> =>
    attempt(async () => {
      const params = { slug, placeId: found.placeId }
      const answer = await call('GET /api/claims/{slug}/places/{placeId}', {
        params,
        query: { sessionToken },
      })
      // The list names the town of a business without an address; what Google says of a place itself does not.
      const address = answer.place.address || found.address
      if (isShown.current) go({ ...answer.place, address })
    })
  const claim = ({ placeId }: Place): Promise<void> =>
    attempt(async () => {
      const claimed = await call('POST /api/claims/{slug}', { params: { slug }, body: { placeId } })
      setEnd({ name: 'success', claim: claimed })
    })

  if (end?.name === 'success') return <ClaimSuccess claim={end.claim} />
  if (end?.name === 'taken') return <ClaimedMeanwhile slug={slug} />
  return place ? (
    <ConfirmPlace
      place={place}
      problem={problem}
      isBusy={isBusy}
      onConfirm={() => void claim(place)}
      onSearchAgain={() => go(null)}
    />
  ) : (
    <SearchPlace
      slug={slug}
      text={text}
      onType={setText}
      onPick={pick}
      onTaken={showTaken}
      isBusy={isBusy}
      problem={problem}
    />
  )
}
