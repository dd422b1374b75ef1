import type { Side } from '../../experiments/experiment-rules.ts'
import type { Counted } from '../../experiments/statistics-rules.ts'
import { countUpTo, insertInOrder } from '../../platform/moments-in-order-rules.ts'
import { createNameIndex, type NameIndex } from '../attribution/name-index-rules.ts'
import { contactName, shownName } from '../attribution/name-rules.ts'
import { nameShares } from '../attribution/name-shares-rules.ts'

export type Compared = { side: Side; name: string | null; meantAt: Date }
export type Written = { name: string | null; writtenAt: Date }

/** When reviews were written, by the name that they show; in order. */
export type ReviewsByName = NameIndex<number[]>

export const createReviewsByName = (): ReviewsByName => createNameIndex(nameShares([]), () => [])

export const addReview = (reviews: ReviewsByName, { name, writtenAt }: Written): void => {
  const moments = name === null ? undefined : reviews.keptOf(shownName(name))
  if (moments) insertInOrder(moments, writtenAt.getTime())
}

/**
 * Of how many customers of each side a review under their name came in time, after `since`. The same rule for both
 * sides, with or without a text: whoever bears a common name, or reviews under a nickname, is miscounted on both alike.
 */
export const countReviewed = (
  customers: Compared[],
  reviews: ReviewsByName,
  { since, windowMs }: { since: Date; windowMs: number },
): Record<Side, Counted> => {
  const counted = { a: { customers: 0, came: 0 }, b: { customers: 0, came: 0 } }
  for (const { side, name, meantAt } of customers) {
    const from = Math.max(meantAt.getTime(), since.getTime())
    const until = meantAt.getTime() + windowMs
    const cameInTime = (moments: number[]): boolean =>
      (moments[countUpTo(moments, from)] ?? Infinity) <= until
    counted[side].customers += 1
    if (reviews.hasAgreeing(contactName(name, null), cameInTime)) counted[side].came += 1
  }
  return counted
}
