import { sql } from 'kysely'
import { startOf, type Moves } from '../../database/moves.ts'
import type { ReviewRequestState, SendAttemptState } from '../../database/tables/review-requests.ts'
import type { SmsOutcome } from '../../texts/sms-status-rules.ts'

/**
 * The life of a text, as two tables: the moves of a review request, and those of each attempt to send it. Only the
 * files of this folder, record_accepted.sql and record_sms_statuses.sql write `state`.
 */

/** To be sent as soon as it may: the only ones that the sender takes. */
export const PENDING = ['scheduled', 'waiting_for_funds'] as const satisfies ReviewRequestState[]
/** A text `r` that goes by itself when it is due. */
export const GOES_BY_ITSELF = sql`r.state in (${startOf({ from: [...PENDING] })})`
/** Nothing has been handed to the gateway: it can be cancelled, and it can expire. */
export const WAITING = [...PENDING, 'held'] as const satisfies ReviewRequestState[]
/** The gateway has it, or may have it. */
export const IN_FLIGHT = ['sending', 'unknown'] as const satisfies ReviewRequestState[]

export const REQUEST_MOVES = {
  schedule: {
    from: [],
    to: 'scheduled',
    why: 'a paid invoice was decided',
    by: 'schedule-requests',
  },
  scheduleReminder: {
    from: [],
    to: 'scheduled',
    why: 'the link of its first text was not opened',
    by: 'schedule-reminders',
  },
  restore: {
    from: ['cancelled'],
    to: 'scheduled',
    why: 'its invoice is paid again, its contact corrected, or its customer rests no more',
    by: 'schedule-requests',
  },
  restoreHeld: {
    from: ['cancelled'],
    to: 'held',
    why: 'its owner held it, and its invoice is paid again, its contact corrected, or its customer rests no more',
    by: 'schedule-requests',
  },
  hold: { from: PENDING, to: 'held', why: 'its owner holds it back', by: 'hold-requests' },
  resume: { from: ['held'], to: 'scheduled', why: 'its owner lets it go', by: 'hold-requests' },
  sendNow: { from: WAITING, to: 'scheduled', why: 'its owner sends it now', by: 'hold-requests' },
  undoCancel: {
    from: ['cancelled'],
    to: 'scheduled',
    why: 'its owner takes the cancel back',
    by: 'hold-requests',
  },
  undoCancelHeld: {
    from: ['cancelled'],
    to: 'held',
    why: 'its owner takes the cancel back',
    by: 'hold-requests',
  },
  postpone: {
    from: PENDING,
    to: 'scheduled',
    why: 'it is night, or not its turn, or Xero cannot be asked',
    by: 'postpone-requests',
  },
  waitForFunds: {
    from: PENDING,
    to: 'waiting_for_funds',
    why: 'the funds do not cover it',
    by: 'postpone-requests',
  },
  release: { from: PENDING, to: 'scheduled', why: 'funds came in', by: 'release-requests' },
  begin: {
    from: PENDING,
    to: 'sending',
    why: 'its price is reserved and an attempt is written down',
    by: 'begin-attempts',
  },
  beginAtOnce: {
    from: [],
    to: 'sending',
    why: 'a paid invoice was decided, and its text is due: its price is reserved and an attempt is written down',
    by: 'begin-attempts',
  },
  doubt: { from: ['sending'], to: 'unknown', why: 'no answer came', by: 'doubt-attempts' },
  accept: { from: IN_FLIGHT, to: 'sent', why: 'the gateway took it', by: 'record_accepted' },
  acceptOther: {
    from: ['failed'],
    to: 'sent',
    why: 'only a text of an earlier attempt had failed',
    by: 'record_accepted',
  },
  resend: {
    from: ['unknown'],
    to: 'scheduled',
    why: 'three looks did not find it at the gateway',
    by: 'fail-attempts',
  },
  reject: { from: IN_FLIGHT, to: 'failed', why: 'the gateway refused it', by: 'fail-attempts' },
  failStuck: { from: ['unknown'], to: 'failed', why: 'the operator failed it', by: 'fail-attempts' },
  stop: {
    from: ['sending'],
    to: 'cancelled',
    why: 'cancelled before it was tried again',
    by: 'fail-attempts',
  },
  takeBack: {
    from: ['sending'],
    to: 'scheduled',
    why: 'its contact was corrected before it was tried again',
    by: 'fail-attempts',
  },
  lapse: {
    from: ['sending'],
    to: 'expired',
    why: 'it waited too long to be tried again',
    by: 'fail-attempts',
  },
  adopt: {
    from: [...WAITING, ...IN_FLIGHT, 'cancelled', 'expired', 'failed'],
    to: 'sent',
    why: 'the gateway reports an attempt that was not found',
    by: 'record_sms_statuses',
  },
  recover: {
    from: [...WAITING, 'cancelled', 'expired', 'failed'],
    to: 'sent',
    why: 'it was sent before the database was restored',
    by: 'recover-requests',
  },
  deliver: { from: ['sent'], to: 'delivered', why: 'the gateway reports it', by: 'record_sms_statuses' },
  fail: { from: ['sent'], to: 'failed', why: 'the gateway reports it', by: 'record_sms_statuses' },
  cancel: { from: WAITING, to: 'cancelled', why: 'it is not wanted any more', by: 'end-requests' },
  expire: { from: WAITING, to: 'expired', why: 'it waited too long', by: 'end-requests' },
} as const satisfies Moves<ReviewRequestState>

export const ATTEMPT_MOVES = {
  begin: { from: [], to: 'sending', why: 'its price is reserved', by: 'begin-attempts' },
  recover: {
    from: [],
    to: 'accepted',
    why: 'its text went before the database was restored',
    by: 'recover-requests',
  },
  retryLater: {
    from: ['sending'],
    to: 'retry',
    why: 'the gateway has certainly not taken it, and may later',
    by: 'retry-attempts',
  },
  tryAgain: { from: ['retry'], to: 'sending', why: 'it is due again', by: 'retry-attempts' },
  doubt: { from: ['sending'], to: 'unknown', why: 'no answer came', by: 'doubt-attempts' },
  accept: {
    from: ['sending', 'retry', 'unknown'],
    to: 'accepted',
    why: 'the gateway took it',
    by: 'record_accepted',
  },
  reject: {
    from: ['sending', 'unknown'],
    to: 'rejected',
    why: 'the gateway refused it',
    by: 'fail-attempts',
  },
  stop: { from: ['retry'], to: 'rejected', why: 'cancelled before it was tried again', by: 'fail-attempts' },
  takeBack: { from: ['retry'], to: 'rejected', why: 'its contact was corrected', by: 'fail-attempts' },
  lapse: { from: ['retry'], to: 'rejected', why: 'it waited too long', by: 'fail-attempts' },
  resend: { from: ['unknown'], to: 'absent', why: 'three looks did not find it', by: 'fail-attempts' },
  failStuck: { from: ['unknown'], to: 'absent', why: 'the operator failed it', by: 'fail-attempts' },
} as const satisfies Moves<SendAttemptState>

/**
 * Whether the later of two reports on one text says more than the earlier. Callbacks come late, twice and in any
 * order: a state never goes back, and the first final state stays.
 */
export const isProgress = (current: string, next: SmsOutcome): boolean =>
  [...WAITING, ...IN_FLIGHT].some((state) => state === current) || (current === 'sent' && next !== 'sent')
