import { DAY_MS, localDate } from '../../platform/dates.ts'

export type DateReason = 'paid_before_go_live' | 'paid_in_future' | 'paid_too_long_ago'

/** A payment that is found later than this is too old for a text. */
export const MAX_PAID_AGE_DAYS = 14

type DateContext = {
  now: Date
  timeZone: string
  liveSince: Date | undefined
}

/** By the day of the payment, which Xero gives without a time; undefined is read as today. */
export const reasonOfDate = (label: string | undefined, context: DateContext): DateReason | undefined => {
  if (!context.liveSince) return 'paid_before_go_live'
  const today = localDate(context.now, context.timeZone)
  const paidOn = label ?? today
  if (paidOn < localDate(context.liveSince, context.timeZone)) return 'paid_before_go_live'
  if (paidOn > today) return 'paid_in_future'
  return daysBetween(paidOn, today) > MAX_PAID_AGE_DAYS ? 'paid_too_long_ago' : undefined
}

/**
 * On the day of going live the label alone does not say which came first. Whatever was decided before it was settled
 * before it, unless it is paid on a later day by now.
 */
export const wasSettledBefore = (
  decidedAt: Date | undefined,
  label: string | undefined,
  { liveSince, timeZone }: { liveSince: Date | null; timeZone: string },
): boolean => {
  if (!decidedAt || !liveSince || decidedAt > liveSince) return false
  return label === undefined || label <= localDate(liveSince, timeZone)
}

const daysBetween = (earlier: string, later: string): number =>
  Math.round((Date.parse(later) - Date.parse(earlier)) / DAY_MS)
