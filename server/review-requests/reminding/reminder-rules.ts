import type { ReminderWay } from '../../../contracts/shared/reminders.ts'
import type { ReviewRequestState } from '../../database/tables/review-requests.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { needsPostalAddress, refuseCountry, type CountryRefusal } from './reminder-countries-rules.ts'

/** What an owner chose; undefined where she chose none, as at first. */
export type ReminderChoice = { afterDays: number; way: ReminderWay; attested: readonly string[] }

/** On which days after the first text an owner may have a reminder sent. */
export const REMINDER_DAYS = { first: 7, last: 14 }
/** Nights, Sundays, holidays and the pace may put it off by so long. A later one would be news of an old job. */
const GRACE_DAYS = 2
/** Days after the first text on which a reminder may go at the latest, counted from the last that can be chosen. */
export const REMINDER_ENDS_DAYS = REMINDER_DAYS.last + GRACE_DAYS

/** What is known of a first text and its customer. Nothing here says what a review was like. */
export type Remindable = {
  state: ReviewRequestState
  sentAt: Date | null
  /** By a person; the looks of scanners are none. */
  isOpened: boolean
  /**
   * A review came that is likely or perhaps this customer's. Unknown where more came since than can be looked at;
   * undefined where reviews are not connected.
   */
  hasLikelyReview: boolean | 'unknown' | undefined
  /** How many reminders it has, in whatever state. */
  reminders: number
  country: string
  /** STOP, the link to opt out, or the e-mail's: each ends both ways. */
  isOptedOut: boolean
  hasAddress: boolean
  /** The address refused a mail for good. */
  hasBounced: boolean
  /** Another invoice's text, sent or planned after this one, to the same person. */
  hasNewerText: boolean
  isStillPaid: boolean
  /** A comparison leaves this customer out, or is not to be disturbed by a second message. */
  isHeldOut: boolean
}

export type RemindingBusiness = {
  isDeactivated: boolean
  automationEnabled: boolean
  /** Without it no e-mail goes to the United States, whose law asks for it in the mail. */
  hasPostalAddress?: boolean
}

export type ReminderRefusal =
  | 'reminders_off'
  | 'deactivated'
  | 'automation_off'
  | 'reminded_before'
  | 'not_sent'
  | 'not_delivered'
  | 'opted_out'
  | 'opened'
  | 'review_came'
  | 'not_needed'
  | 'newer_text'
  | 'no_longer_paid'
  /** Given where Xero is asked before it goes: its contact has another mobile than the first text went to, or none. */
  | 'other_number'
  | 'left_out'
  | 'no_payment'
  | 'not_connected'
  | 'held_out'
  | CountryRefusal
  | 'no_address'
  | 'no_postal_address'
  | 'bounced'
  | 'too_late'
  | 'reviews_unknown'

/**
 * The reason that is kept of a reminder that ended. That a review came is a guess, which is kept nowhere: of it only
 * that the reminder was not needed.
 */
export const keptReason = (refusal: ReminderRefusal): ReminderRefusal =>
  refusal === 'review_came' ? 'not_needed' : refusal

/** When the reminder of a text is due; the hours and the pace of a first text come on top. */
export const remindsAt = (sentAt: Date, { afterDays }: Pick<ReminderChoice, 'afterDays'>): Date =>
  new Date(sentAt.getTime() + clampDays(afterDays) * DAY_MS)

/**
 * Why no reminder follows this text; the first reason that holds. `spare` is a reminder that waits and asks whether it
 * still may: it is not one too many of itself.
 */
export const refuseReminder = (
  text: Remindable,
  business: RemindingBusiness,
  choice: ReminderChoice | undefined,
  { now, spare = 0 }: { now: Date; spare?: 0 | 1 },
): ReminderRefusal | undefined => {
  if (!choice) return 'reminders_off'
  if (business.isDeactivated) return 'deactivated'
  if (!business.automationEnabled) return 'automation_off'
  if (text.reminders > spare) return 'reminded_before'
  return (
    reasonOfText(text) ??
    reasonOfCustomer(text) ??
    reasonOfWay(text, business, choice) ??
    reasonOfTime(text, now) ??
    reasonOfReviews(text)
  )
}

/** A reminder is planned so long before it goes, so that its owner can see it and take it out. */
const PLANNED_AHEAD_DAYS = 3

/** When a text was sent whose reminder is planned now: not too long ago, and not much less than the chosen days. */
export const reminderWindow = (
  now: Date,
  { afterDays }: Pick<ReminderChoice, 'afterDays'>,
): { from: Date; until: Date } => ({
  from: new Date(now.getTime() - REMINDER_ENDS_DAYS * DAY_MS),
  until: new Date(now.getTime() - (clampDays(afterDays) - PLANNED_AHEAD_DAYS) * DAY_MS),
})

const reasonOfText = ({ state, sentAt }: Remindable): ReminderRefusal | undefined => {
  if (state === 'failed') return 'not_delivered'
  return sentAt === null || (state !== 'sent' && state !== 'delivered') ? 'not_sent' : undefined
}

const reasonOfCustomer = (text: Remindable): ReminderRefusal | undefined => {
  if (text.isOptedOut) return 'opted_out'
  if (text.isOpened) return 'opened'
  if (text.hasLikelyReview === true) return 'review_came'
  if (text.hasNewerText) return 'newer_text'
  if (!text.isStillPaid) return 'no_longer_paid'
  return text.isHeldOut ? 'held_out' : undefined
}

const reasonOfWay = (
  { country, hasAddress, hasBounced }: Remindable,
  { hasPostalAddress }: RemindingBusiness,
  { way, attested }: ReminderChoice,
): ReminderRefusal | undefined => {
  const refusal = refuseCountry(country, way, attested)
  if (refusal || way === 'text') return refusal
  if (!hasAddress) return 'no_address'
  if (needsPostalAddress(country, way) && !hasPostalAddress) return 'no_postal_address'
  return hasBounced ? 'bounced' : undefined
}

const reasonOfTime = ({ sentAt }: Remindable, now: Date): ReminderRefusal | undefined =>
  sentAt && isTooLate(sentAt, now) ? 'too_late' : undefined

/** Where nobody can know, an owner was told so. Where somebody could, no customer is reminded who may have reviewed. */
const reasonOfReviews = ({ hasLikelyReview }: Remindable): ReminderRefusal | undefined =>
  hasLikelyReview === 'unknown' ? 'reviews_unknown' : undefined

/** An owner who moves the day loses none that waits. */
const isTooLate = (sentAt: Date, now: Date): boolean =>
  now.getTime() - sentAt.getTime() > REMINDER_ENDS_DAYS * DAY_MS

const clampDays = (days: number): number =>
  Math.min(REMINDER_DAYS.last, Math.max(REMINDER_DAYS.first, Math.round(days)))
