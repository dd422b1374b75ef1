import type { ReactNode } from 'react'
import type { Place } from '../../../contracts/businesses.ts'

export type Step = 1 | 2

/** The chosen business; without stars when it was chosen in an earlier visit, as those may not be kept. */
export type Chosen = Pick<Place, 'placeId' | 'name' | 'address' | 'rating' | 'userRatingsTotal'> & {
  isFromGoogle: boolean
}

/** What onboarding asks of the rooms it leads through; the screen puts them in. */
export type FindBusinessSlot = (props: {
  chosen: Chosen | null
  onChoose: (placeId: string, sessionToken: string) => Promise<void>
  onSearchAgain: () => void
}) => ReactNode

export type ConnectXeroSlot = (props: {
  onConnected: () => void
  returnTo: string
  beside: ReactNode
}) => ReactNode
