import { DAY_MS } from '../../platform/dates.ts'
import { reasonOfRules, type ReviewRules, type RuledInvoice } from '../deciding/review-rules.ts'

export const FUNDS_WAIT_DAYS = 7
/** Counted from the moment it was meant for, however often it was postponed since. */
export const PENDING_DAYS = 14

/** The last moment at which a text goes that was meant for this one. */
export const goesUntil = (meantAt: Date): Date => new Date(meantAt.getTime() + PENDING_DAYS * DAY_MS)

export type Claimable = {
  isOptedOut: boolean
  ruled: RuledInvoice
  meantAt: Date
}

/** What a business has set that a claim checks again. */
export type ClaimSettings = {
  isDeactivated: boolean
  automationEnabled: boolean
  rules: ReviewRules
}

export type ClaimRefusal = { move: 'cancel' | 'expire'; reason: string }

/** Why a text that is due, or is to be tried again, is not wanted any more. */
export const refuseClaim = (
  { isOptedOut, ruled, meantAt }: Claimable,
  { isDeactivated, automationEnabled, rules }: ClaimSettings,
  now: Date,
): ClaimRefusal | undefined => {
  if (isOptedOut) return { move: 'cancel', reason: 'opted_out' }
  if (isDeactivated) return { move: 'cancel', reason: 'deactivated' }
  if (!automationEnabled) return { move: 'cancel', reason: 'automation_off' }
  const leftOut = reasonOfRules(rules, ruled)
  if (leftOut) return { move: 'cancel', reason: leftOut }
  if (daysSince(meantAt, now) > PENDING_DAYS) return { move: 'expire', reason: 'too_late' }
  return undefined
}

/** Why a text that the funds do not cover waits for them no longer. */
export const refuseUnfunded = (waitingSince: Date | null, now: Date): ClaimRefusal | undefined =>
  waitingSince && daysSince(waitingSince, now) > FUNDS_WAIT_DAYS
    ? { move: 'expire', reason: 'no_funds' }
    : undefined

/** What waited for funds since before this moment waits no longer. */
export const waitingBefore = (now: Date): Date => new Date(now.getTime() - FUNDS_WAIT_DAYS * DAY_MS)

const daysSince = (since: Date, now: Date): number => (now.getTime() - since.getTime()) / DAY_MS
