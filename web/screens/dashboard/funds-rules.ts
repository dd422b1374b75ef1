/**
 * `unfunded`: she never had any. `empty`: they are spent. `owed`: they are below zero. `waiting`: so many texts wait,
 * and lapse without. `short`: so many wait, and the next costs more than is left. `low`: they will be spent in a week.
 */
export type FundsWarning =
  | { kind: 'unfunded' }
  | { kind: 'empty' }
  | { kind: 'owed'; owed: number }
  | { kind: 'waiting'; texts: number; owed: number }
  | { kind: 'short'; texts: number }
  | { kind: 'low'; daysLeft: number }

const WARN_DAYS = 7

type Forecast = { fundsLastDays: number | null; fundsCoverOldest: boolean; waitingForFunds: number }

/** The warning about funds that the owner is shown. */
export const warnOfFunds = (
  { balance, hasMoved }: { balance: number; hasMoved: boolean },
  { fundsLastDays: daysLeft, fundsCoverOldest, waitingForFunds }: Forecast,
): FundsWarning | null => {
  const owed = Math.max(0, -balance)
  if (balance <= 0 && waitingForFunds > 0) return { kind: 'waiting', texts: waitingForFunds, owed }
  if (owed > 0) return { kind: 'owed', owed }
  if (balance <= 0) return { kind: hasMoved ? 'empty' : 'unfunded' }
  if (waitingForFunds > 0 && !fundsCoverOldest) return { kind: 'short', texts: waitingForFunds }
  return daysLeft !== null && daysLeft <= WARN_DAYS ? { kind: 'low', daysLeft } : null
}

/** After a payment: asked again while the money has not arrived, three times at most. */
const REFETCHES = 3
export const REFETCH_EVERY_MS = 2000
export const PAYMENT_BANNER_MS = 5000

export const shouldRefetch = (balance: number | undefined, refetches: number): boolean =>
  refetches < REFETCHES && (balance === undefined || balance === 0)

/** The longest time that a browser may be away on the payment page. */
const JUST_NOW_MS = 60 * 60_000

type Paid = { amount: number; paidAt: string | null; isAutomatic: boolean }

/** What the latest payment brought, where it is the one that she comes back from; null while none is confirmed. */
export const paymentJustMade = (topUps: Paid[] | undefined, now: number): number | null => {
  const latest = topUps?.find(({ paidAt, isAutomatic }) => paidAt !== null && !isAutomatic)
  if (!latest) return null
  return Math.abs(now - Date.parse(latest.paidAt!)) < JUST_NOW_MS ? latest.amount : null
}
