import { DELAYS, DELAY_SHARES } from './delay-rules.ts'
import type { Agreement } from './name-agreement-rules.ts'

/** Whether some customer is called like the shown first name; there may be none to compare. */
export type Familiarity = 'known' | 'strange' | 'none'
/** Of all candidates together: for each opened or not, delay and way, how well they explain the review. */
export type Evidence = { sums: Float64Array; familiarity: Familiarity }

/** Own name, a partner's, another surname, a name that tells nothing. */
export const WAYS = 4
export const CELLS = 2 * DELAYS * WAYS

/** Adds to `sums`, in place, what one text says: its densities, for each delay and each way to agree. */
export const addEvidence = (
  sums: Float64Array,
  isOpened: boolean,
  densities: Float64Array,
  { own, partner, renamed }: Agreement,
): void => {
  let cell = isOpened ? 0 : DELAYS * WAYS
  for (let delay = 0; delay < DELAYS; delay += 1, cell += WAYS) {
    const density = densities[delay]!
    sums[cell]! += density * own
    sums[cell + 1]! += density * partner
    sums[cell + 2]! += density * renamed
    sums[cell + 3]! += density
  }
}

/** Good enough to tell which few candidates may be named, before the habits of the business are known. */
export const roughWeight = (
  isOpened: boolean,
  densities: Float64Array,
  { own, partner, renamed }: Agreement,
): number => {
  const shares = isOpened ? DELAY_SHARES.opened : DELAY_SHARES.unopened
  let density = 0
  for (let delay = 0; delay < DELAYS; delay += 1) density += shares[delay]! * densities[delay]!
  return (isOpened ? 0.2 : 0.02) * density * (0.75 * own + 0.05 * partner + 0.05 * renamed + 0.15)
}
