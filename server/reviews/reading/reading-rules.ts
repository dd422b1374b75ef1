import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../platform/dates.ts'

/** Google returns a reply, and that a review is gone, only to a caller who lists all of them. */
const WHOLE_EVERY_MS = 7 * DAY_MS
/** Where the last whole look left a doubt: a review that it did not name, or a count that does not agree. */
const DOUBT_EVERY_MS = 6 * HOUR_MS
/** Google's count may differ from its list for good. */
const DIFFERS_EVERY_MS = DAY_MS
/** A page token of yesterday may lead nowhere. */
const LISTING_LASTS_MS = DAY_MS

export type Reading = {
  fullReadAt: Date | null
  fullWasWhole: boolean | null
  /** How many rows the last whole listing no longer named. */
  missing: number
  /** How many rows there are beside those. */
  present: number
  /** How many reviews Google counts; null where it was not said yet. */
  total: number | null
}

/** Whether it is time to list every review, and not the newest alone. */
export const isFullDue = (
  { fullReadAt, fullWasWhole, missing, present, total }: Reading,
  now: Date,
): boolean => {
  if (!fullReadAt) return true
  const ago = now.getTime() - fullReadAt.getTime()
  if (ago >= WHOLE_EVERY_MS) return true
  const differs = total !== null && total !== present
  if (missing > 0 && ago >= DOUBT_EVERY_MS) return true
  if (differs) return ago >= (fullWasWhole ? DOUBT_EVERY_MS : DIFFERS_EVERY_MS)
  return false
}

/** Whether a listing begun then is too old to go on with, and begins anew. */
export const isListingStale = (beganAt: Date, now: Date): boolean =>
  now.getTime() - beganAt.getTime() >= LISTING_LASTS_MS

/** Each location has an interval of its own between 30 and 60 minutes, so that all together make an even load. */
export const nextLook = (locationId: string, now: Date): Date =>
  new Date(now.getTime() + (30 + hashOf(locationId, 31)) * MINUTE_MS)

export type Trouble = { state: 'waiting_for_google' | 'unreachable' | undefined; againAt: Date }

/** A location is called gone only after so long: 404 is also reported at random for valid ones. */
const GONE_AFTER_MS = 2 * HOUR_MS

/**
 * What a refusal means, and when to ask again: rarely where Google has not approved us, soon where it was busy.
 * `refusedSince` is when such refusals began.
 */
export const troubleOf = (
  code: string,
  {
    refusedSince,
    retryAfterSeconds = 60,
    locationId,
    now,
  }: { refusedSince: Date; retryAfterSeconds?: number | undefined; locationId: string; now: Date },
): Trouble => {
  const inMs = (ms: number) => new Date(now.getTime() + ms)
  const spreadMs = hashOf(locationId, 60) * 1000
  switch (code) {
    case 'not-approved':
    case 'not-enabled':
      return { state: 'waiting_for_google', againAt: inMs(12 * HOUR_MS + spreadMs) }
    case 'rate-limited':
      return { state: undefined, againAt: inMs(retryAfterSeconds * 1000 + spreadMs) }
    case 'forbidden':
    case 'not-found': {
      const isGone = now.getTime() - refusedSince.getTime() >= GONE_AFTER_MS
      return isGone
        ? { state: 'unreachable', againAt: inMs(6 * HOUR_MS + spreadMs) }
        : { state: undefined, againAt: inMs(15 * MINUTE_MS) }
    }
    default:
      return { state: undefined, againAt: inMs(5 * MINUTE_MS + spreadMs) }
  }
}

/** FNV-1a: even enough, and the same in each process. */
const hashOf = (words: string, below: number): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < words.length; at += 1) hash = Math.imul(hash ^ words.charCodeAt(at), 0x01000193) >>> 0
  return (hash >>> 8) % below
}
