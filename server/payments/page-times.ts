import { HOUR_MS, MINUTE_MS } from '../platform/dates.ts'
import { Refusal } from '../platform/errors.ts'

/** How long a page of Stripe’s is open, and the browser may come back without its session; the screens know it too. */
export const OPEN_MS = HOUR_MS
/** Stripe makes no page that is open for less than 30 minutes. */
const LEAST_OPEN_MS = 31 * MINUTE_MS

/** Throws Refusal 409 where a page of Stripe's that closes then is closed, or where there is none, cannot be made. */
export const refuseOldPage = (
  { closesAt, hasPage }: { closesAt: Date; hasPage: boolean },
  now: Date,
): void => {
  if (closesAt.getTime() < now.getTime() + (hasPage ? 0 : LEAST_OPEN_MS)) throw tooOld()
}

export const tooOld = (): Refusal =>
  new Refusal('key-used', 409, 'That page for your card can no longer be opened. Please try again.')
