import type { Side } from '../../experiments/experiment-rules.ts'
import type { Counted } from '../../experiments/statistics-rules.ts'
import { compareWith } from '../attribution/name-agreement-rules.ts'
import { contactName, shownName } from '../attribution/name-rules.ts'
import { nameShares } from '../attribution/name-shares-rules.ts'

export type Compared = { side: Side; name: string | null; meantAt: Date }
export type Written = { name: string | null; writtenAt: Date }

/**
 * Of how many customers of each side a review under their name came in time. The same rule for both sides, with or
 * without a text: whoever bears a common name, or reviews under a nickname, is miscounted on both alike.
 */
export const countReviewed = (
  customers: Compared[],
  reviews: Written[],
  windowMs: number,
): Record<Side, Counted> => {
  const counted = { a: { customers: 0, came: 0 }, b: { customers: 0, came: 0 } }
  const shares = nameShares([])
  const shown = reviews.map(({ name, writtenAt }) => ({
    at: writtenAt.getTime(),
    compare: compareWith(name === null ? undefined : shownName(name), shares),
  }))
  for (const { side, name, meantAt } of customers) {
    const contact = contactName(name, null)
    const from = meantAt.getTime()
    counted[side].customers += 1
    if (
      shown.some(
        ({ at, compare }) => at > from && at <= from + windowMs && compare(contact).agrees === 'name',
      )
    )
      counted[side].came += 1
  }
  return counted
}
