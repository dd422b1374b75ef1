import type { SmsStatus } from '../../../../contracts/review-requests.ts'
import type { Explanation } from '../../../../contracts/shared/values.ts'
import type { ReviewRequestState } from '../../../database/tables/review-requests.ts'
import { failureWords } from '../../../texts/failure-rules.ts'
import { skipReasonWords, type SkipReason } from '../../deciding/review-request-rules.ts'
import type { ReminderRefusal } from '../../reminding/reminder-rules.ts'
import { reminderRefusalWords } from '../../reminding/reminder-words-rules.ts'
import { isOfRule, ruleWords } from './rule-words-rules.ts'

export type State = ReviewRequestState

const statuses: Record<State, SmsStatus> = {
  scheduled: 'pending',
  waiting_for_funds: 'pending',
  held: 'pending',
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

/** What happened, or is to happen, at the moment that a text stands under: '11:11' is when it 'goes out'. */
export const momentWords = (
  { state, stateReason, sentAt }: { state: State; stateReason: string | null; sentAt: Date | null },
  against: Against = NOTHING_AGAINST,
): string => {
  if (sentAt || state === 'sent' || state === 'delivered') return 'sent'
  if (state === 'failed') return 'failed'
  if (state === 'cancelled' || state === 'expired') return 'was due'
  if (state === 'held') return 'planned for'
  const isSure = state === 'scheduled' && stateReason !== 'xero_unreachable' && !barsOf(state, against)
  if (isSure && against.isCrowded) return 'from'
  return isSure ? 'goes out' : 'due'
}

/** When and by whose clock a text is looked at. */
export type Here = {
  now: Date
  timeZone: string
  /** When texts go that will need a turn and have none yet, by their ids. */
  expected?: Map<string, Date> | undefined
}

/** What is true now: what cancels a text when it is due, and whether what cancelled one is over. */
export type Against = Business & {
  isOptedOut: boolean
  /** When it goes, such as '5:00 pm today', where its owner is asked first. */
  goesUnlessNo?: string | undefined
  /** When it goes by the clock of its customer, where that is not the owner's. */
  byTheirClock?: string | undefined
  /** More texts are due then than go out in an hour. */
  isCrowded?: boolean
  /** When its turn will come, such as '2:15 pm on Thursday', where that is known. */
  turnComes?: string | undefined
}
export type Business = { isSwitchedOn: boolean; isConnected: boolean }

/** What the owner reads of a request beyond its badge: what it waits for, or why it was or will not be sent. */
export const requestWords = (
  state: State,
  reason: string | null,
  against: Against = NOTHING_AGAINST,
): Explanation | null => {
  const bar = barsOf(state, against)
  if (bar && isWaiting(state)) return bar === 'opted_out' ? OPTED_OUT : SWITCHED_OFF[state]
  if (state === 'failed') return failureWords(reason ?? undefined)
  if (state === 'cancelled') return stillTrue(reason, cancelledWords(reason), against)
  if (state === 'expired') return EXPIRED[reason ?? ''] ?? TOO_LATE
  if (state === 'scheduled' && reason === 'xero_unreachable') return XERO_FIRST
  // In the morning of its customer a crowded text only gets its turn.
  if (state === 'scheduled' && against.byTheirClock && !against.isCrowded)
    return { what: clockAndNo(against) }
  if (state === 'scheduled' && reason === 'paced') return IN_TURN
  if (state === 'scheduled' && against.isCrowded) return inTurnLater(against)
  if (state === 'scheduled' && against.goesUnlessNo)
    return { what: `Goes at ${against.goesUnlessNo} unless you say no.` }
  return OF_STATES[state] ?? null
}

const clockAndNo = ({ byTheirClock = '', goesUnlessNo }: Against): string =>
  goesUnlessNo ? `${byTheirClock.slice(0, -1)}, unless you say no.` : byTheirClock

const NOTHING_AGAINST: Against = { isSwitchedOn: true, isConnected: true, isOptedOut: false }

/** Why a text that waits will not go; undefined where nothing stands against it. */
export const barsOf = (
  state: State,
  { isSwitchedOn, isOptedOut }: Pick<Against, 'isSwitchedOn' | 'isOptedOut'>,
): 'opted_out' | 'switched_off' | undefined => {
  if (!isWaiting(state)) return undefined
  if (isOptedOut) return 'opted_out'
  return isSwitchedOn ? undefined : 'switched_off'
}

type Waiting = 'scheduled' | 'waiting_for_funds' | 'held'
/** Whether it may still be sent, and no attempt to do so has begun. */
export const isWaiting = (state: State): state is Waiting =>
  state === 'scheduled' || state === 'waiting_for_funds' || state === 'held'

const OPTED_OUT: Explanation = { what: 'It will not be sent: they asked not to get texts.' }
const SWITCHED_OFF: Record<Waiting, Explanation> = {
  scheduled: {
    what: 'It will not be sent while review requests are switched off.',
    todo: 'Switch them on in SMS Setup before the time shown, or this text is cancelled.',
  },
  waiting_for_funds: {
    what: 'It will not be sent: review requests are switched off, and there are no funds for it.',
    todo: 'Switch them on in SMS Setup, then top up.',
  },
  held: {
    what: 'Held back by you. Review requests are switched off as well.',
    todo: 'Switch them on in SMS Setup before you release it.',
  },
}

const OF_STATES: Partial<Record<State, Explanation>> = {
  scheduled: { what: 'Will be sent at the time shown.' },
  waiting_for_funds: { what: 'Waiting for funds.', todo: 'Top up to send it.' },
  held: { what: 'Held back by you: it is not sent until you release it, and dropped after two weeks.' },
  sending: { what: 'On its way.' },
  unknown: { what: 'The gateway did not answer. We are finding out whether it has the text.' },
}

const IN_TURN: Explanation = {
  what: 'Waiting for its turn: only so many go out in an hour and a day.',
  todo: 'The pace is yours to choose in SMS Setup.',
}
const inTurnLater = ({ goesUnlessNo, turnComes }: Against): Explanation => {
  if (turnComes)
    return {
      what: `Its turn comes at about ${turnComes}${goesUnlessNo ? ', unless you say no' : ''}: only so many go out in an hour and a day.`,
    }
  return {
    what: goesUnlessNo
      ? `Goes out after ${goesUnlessNo}, when its turn comes, unless you say no.`
      : 'Goes out after the time shown, when its turn comes: only so many go out in an hour.',
  }
}
const XERO_FIRST: Explanation = { what: 'Waiting until Xero says that the invoice is still paid.' }
const EXPIRED: Record<string, Explanation> = {
  no_funds: {
    what: 'There were no funds for it within a week.',
    todo: 'Top up, so that your next customers are asked.',
  },
  held_too_long: { what: 'You held it back for two weeks, so it was dropped.' },
}
const TOO_LATE: Explanation = { what: 'It waited too long to still make sense.' }

const cancelledWords = (reason: string | null): Explanation => {
  if (reason !== null && Object.hasOwn(CANCELLED, reason)) return CANCELLED[reason]!
  if (isOfRule(reason)) return ruleWords(reason)
  if (reason !== null && Object.hasOwn(skipReasonWords, reason)) return skipReasonWords[reason as SkipReason]
  if (reason !== null && Object.hasOwn(reminderRefusalWords, reason))
    return { what: reminderRefusalWords[reason as ReminderRefusal] }
  return { what: 'It was cancelled before it went out.' }
}

/** Who has switched review requests on again, or connected Xero again, need not be asked to. */
export const stillTrue = (reason: string | null, words: Explanation, business: Business): Explanation =>
  isMended(reason, business) ? { what: words.what } : words

/** Whether what this reason asks of the owner is done by now. */
export const isMended = (reason: string | null, { isSwitchedOn, isConnected }: Business): boolean =>
  (reason === 'automation_off' && isSwitchedOn) || (reason === 'xero_disconnected' && isConnected)

const CANCELLED: Record<string, Explanation> = {
  cancelled_by_owner: { what: 'You decided not to send it.' },
  no_longer_paid: { what: 'The invoice was no longer paid, so it was cancelled.' },
  xero_disconnected: {
    what: 'Xero was disconnected before it went out.',
    todo: 'Connect it again, so that your next customers are asked.',
  },
  skipped_by_owner: { what: 'You skipped it, with others that waited for their turn.' },
  account_deactivated: { what: 'Your account was deactivated before it went out.' },
  customer_erased: { what: 'The customer’s details were erased.' },
}

/** How a customer opted out, as each of her rows says it. */
export const optOutOf = ({
  optOutSource,
  optedOutAt,
}: {
  optOutSource: string | null
  optedOutAt: Date | null
}): { words: string; at: string } | null => {
  if (optOutSource === null || optedOutAt === null) return null
  return { words: OPT_OUT_WORDS[optOutSource] ?? 'opted out', at: optedOutAt.toISOString() }
}

const OPT_OUT_WORDS: Record<string, string> = { stop: 'replied STOP', link: 'opted out by the link' }
