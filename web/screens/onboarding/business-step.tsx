import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { GoogleStatus, Place } from '../../../contracts/businesses.ts'
import { FindBusiness, type ChosenPlace } from '../../businesses/find-business.tsx'
import { call } from '../../lib/api.ts'
import { asks } from '../../lib/asks.ts'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { inWords, isCode } from '../../lib/problems.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { PageHeading } from '../../ui/layout/heading.tsx'
import styles from './onboarding-page.module.css'

/** `picked` is the business that was found on this visit. */
export const BusinessStep = ({
  picked,
  onPick,
  onContinue,
}: {
  picked: ChosenPlace | null
  onPick: (place: ChosenPlace) => void
  onContinue: () => void
}): ReactNode => {
  const { chosen, before, isLoading, choose, isChoosing, searchAgain, keep } = useChosenBusiness(
    picked,
    onPick,
  )
  const next = useRef<HTMLButtonElement>(null)
  const wasChosen = useRef(chosen !== null || isLoading)
  useEffect(() => {
    // A choice removes the list: the focus moves to the button that it enabled.
    if (chosen && !wasChosen.current) next.current?.focus()
    wasChosen.current = chosen !== null || isLoading
  }, [chosen, isLoading])

  return (
    <>
      <div>
        <PageHeading tab="Find Business">Find your business</PageHeading>
        <p className={styles.lead}>
          Every text leads your customer to this business’s review page on Google.
        </p>
      </div>
      {isLoading ? (
        <Skeleton height="5rem" />
      ) : (
        <FindBusiness chosen={chosen} onChoose={choose} onSearchAgain={searchAgain} />
      )}
      {before && (
        <div>
          <Button look="ghost" disabled={isChoosing} onClick={keep}>
            Keep {before.name}
          </Button>
        </div>
      )}
      <div className={styles.actions}>
        <Button ref={next} disabled={!chosen} onClick={onContinue} aria-describedby="choose-first">
          Continue to Xero Setup
        </Button>
        {!chosen && (
          <p id="choose-first" className={styles.why}>
            Please select your business from the search results.
          </p>
        )}
      </div>
    </>
  )
}

/** The business picked just now, or the one that an earlier visit picked. */
const useChosenBusiness = (picked: ChosenPlace | null, onPick: (place: ChosenPlace) => void) => {
  const { user, replaceUser } = useCurrentUser()
  const queries = useQueryClient()
  const leaveIfLive = useLeaveIfLive()
  const [isSearching, setIsSearching] = useState(false)
  const [isChoosing, setIsChoosing] = useState(false)
  const earlier = useQuery({
    ...asks('GET /api/google/status'),
    enabled: user.businessName !== null && picked === null,
  })

  const choose = async (found: Place, sessionToken: string): Promise<boolean> => {
    const { placeId } = found
    setIsChoosing(true)
    const answer = await call('PUT /api/onboarding/business', { body: { placeId, sessionToken } })
      .catch(leaveIfLive)
      .finally(() => setIsChoosing(false))
    if (!answer) return false
    // The list names the town of a business without an address; what Google says of a place itself does not.
    onPick({
      ...answer.place,
      address: answer.place.address || found.address,
      isFromGoogle: true,
      unservedCountry: answer.unservedCountry,
    })
    setIsSearching(false)
    replaceUser(answer.user)
    await queries.invalidateQueries({ queryKey: ['google', 'status'] })
    return true
  }
  const kept = user.businessName === null ? null : keptBusiness(user.businessName, earlier.data)
  const chosen = picked ?? kept
  return {
    chosen: isSearching ? null : chosen,
    /** What stays chosen until another business is. */
    before: isSearching ? chosen : null,
    isLoading: picked === null && !isSearching && earlier.isLoading,
    choose,
    isChoosing,
    searchAgain: () => setIsSearching(true),
    keep: () => setIsSearching(false),
  }
}

/** Another tab has finished: she is led to where her business is changed. Every other error is thrown on. */
const useLeaveIfLive = (): ((error: unknown) => Promise<null>) => {
  const { replaceUser } = useCurrentUser()
  const navigate = useNavigate()
  return async (error) => {
    if (!isCode(error, 'already-live')) throw error
    showToast('bad', inWords(error))
    const { user } = await call('GET /api/auth/me')
    await navigate('/dashboard?tab=google', { replace: true })
    replaceUser(user)
    return null
  }
}

const keptBusiness = (name: string, status: GoogleStatus | undefined): ChosenPlace => ({
  placeId: status?.businessInfo?.placeId ?? '',
  name: status?.businessInfo?.name ?? name,
  address: status?.businessInfo ? (status.businessInfo.address ?? '') : null,
  rating: null,
  userRatingsTotal: null,
  isFromGoogle: false,
})
