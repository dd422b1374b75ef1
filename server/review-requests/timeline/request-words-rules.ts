import type { SmsStatus } from '../../../contracts/review-requests.ts'
import type { Explanation } from '../../../contracts/values.ts'
import { failureWords } from '../../texts/failure-rules.ts'
import { skipReasonWords, type SkipReason } from '../deciding/review-request-rules.ts'

type State =
  | 'scheduled'
  | 'waiting_for_funds'
  | 'sending'
  | 'unknown'
  | 'sent'
  | 'delivered'
  | 'failed'
  | 'cancelled'
  | 'expired'

const statuses: Record<State, SmsStatus> = {
  scheduled: 'pending',
  waiting_for_funds: 'pending',
  sending: 'pending',
  unknown: 'pending',
  sent: 'sent',
  delivered: 'delivered',
  failed: 'failed',
  cancelled: 'failed',
  expired: 'failed',
}

/** The four that the screens know. A cancelled one counts with what failed: neither reached the customer. */
export const smsStatusOf = (state: State): SmsStatus => statuses[state]

/** What the owner reads of a request beyond its badge: what it waits for, or why it was not sent. */
export const requestWords = (state: State, reason: string | null): Explanation | null => {
  if (state === 'failed') return failureWords(reason ?? undefined)
  if (state === 'cancelled') return cancelledWords(reason)
  if (state === 'expired') return reason === 'no_funds' ? NEVER_FUNDED : TOO_LATE
  if (state === 'scheduled' && reason === 'xero_unreachable') return XERO_FIRST
  return WAITING[state] ?? null
}

const WAITING: Partial<Record<State, Explanation>> = {
  scheduled: { what: 'Goes out at the time shown.' },
  waiting_for_funds: { what: 'Waiting for funds.', todo: 'Top up, and it goes out.' },
  sending: { what: 'On its way.' },
  unknown: { what: 'The gateway did not answer. We are finding out whether it has the text.' },
}

const XERO_FIRST: Explanation = { what: 'Waiting until Xero says that the invoice is still paid.' }
const NEVER_FUNDED: Explanation = {
  what: 'There were no funds for it within a week.',
  todo: 'Top up, so that your next customers are asked.',
}
const TOO_LATE: Explanation = { what: 'It waited too long to still make sense.' }

const cancelledWords = (reason: string | null): Explanation => {
  if (reason !== null && Object.hasOwn(CANCELLED, reason)) return CANCELLED[reason]!
  if (reason !== null && Object.hasOwn(skipReasonWords, reason)) return skipReasonWords[reason as SkipReason]
  return { what: 'It was called off before it went out.' }
}

const CANCELLED: Record<string, Explanation> = {
  no_longer_paid: { what: 'The invoice was no longer paid, so it was called off.' },
  xero_disconnected: { what: 'Xero was disconnected before it went out.' },
  account_deactivated: { what: 'Your account was deactivated before it went out.' },
  customer_erased: { what: 'The customer’s details were erased.' },
}
