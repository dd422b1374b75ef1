import type { RequestChoice } from '../../../../contracts/review-requests.ts'
import type { SendAttemptState } from '../../../database/tables/review-requests.ts'
import { MINUTE_MS } from '../../../platform/dates.ts'
import { CANCELLED_BY_OWNER, isPending } from '../../holding/holding-rules.ts'
import { isOfRule } from './rule-words-rules.ts'
import { optOutOf, requestWords, type State } from './request-words-rules.ts'

export type Attempt = { state: SendAttemptState; claimedAt: Date; priceCents: number }

/** What its owner decided. */
export type Choice = { choice: RequestChoice; chosenAt: Date }

export type Comparison = `${'hold_out' | 'delays' | 'wordings'} ${'a' | 'b'}`

export type RequestFacts = {
  state: State
  stateReason: string | null
  decidedAt: Date
  foundBy: 'webhook' | 'sweep'
  meantAt: Date
  dueAt: Date
  /** Since when the funds did not cover it; kept once it went or ended. */
  waitingSince: Date | null
  heldAt: Date | null
  /** What the customer's clock shows when it is due, where that is not the owner's. */
  dueThere?: string | undefined
  sentAt: Date | null
  deliveredAt: Date | null
  failedAt: Date | null
  /** When it was cancelled or expired; null for those of earlier versions. */
  endedAt: Date | null
  openedAt: Date | null
  openCount: number
  /** Where it is of a comparison: what chance gave its customer. */
  comparison?: Comparison | null
  attempts: Attempt[]
  choices: Choice[]
  optOutSource: string | null
  optedOutAt: Date | null
}

export type Step = { at: Date | null; what: string }

/** What happened to a text and what its customer did, in order; what has no moment on record comes last. */
export const requestSteps = (facts: RequestFacts): Step[] => {
  const { sentAt, deliveredAt, failedAt, waitingSince } = facts
  const steps: (Step | undefined)[] = [
    { at: facts.decidedAt, what: FOUND[facts.foundBy] },
    facts.comparison ? at(facts.decidedAt, COMPARED[facts.comparison]) : undefined,
    ...planned(facts),
    at(waitingSince, UNCOVERED[isPending(facts.state) ? 'waits' : 'waited']),
    ...chosen(facts),
    ...facts.attempts.map(({ state, claimedAt }) => at(claimedAt, TRIED[state])),
    at(sentAt, 'Sent.'),
    at(deliveredAt, 'Arrived on the phone.'),
    at(failedAt, 'Could not be delivered.'),
    at(facts.openedAt, openedWords(facts.openCount)),
    optedOut(facts),
    ended(facts),
  ]
  const known = steps.filter((step) => step !== undefined)
  const last = Number.MAX_SAFE_INTEGER
  return known.toSorted((a, b) => (a.at?.getTime() ?? last) - (b.at?.getTime() ?? last))
}

/** In cents, what the texts of a request cost that the gateway took; undefined while that is not decided. */
export const requestCost = ({
  state,
  attempts,
}: Pick<RequestFacts, 'state' | 'attempts'>): number | undefined => {
  if (state === 'sending' || state === 'unknown') return undefined
  return attempts.reduce((sum, one) => sum + (one.state === 'accepted' ? one.priceCents : 0), 0)
}

const at = (moment: Date | null, what: string | undefined): Step | undefined =>
  moment && what !== undefined ? { at: moment, what } : undefined

const FOUND = {
  webhook: 'Xero reported the paid invoice.',
  sweep: 'The paid invoice was found in Xero.',
}

const COMPARED: Record<Comparison, string> = {
  'hold_out a': 'You compare a text with none: chance gave this customer the text.',
  'hold_out b': 'You compare a text with none: chance left this customer out.',
  'delays a': 'You compare two delays: chance gave this customer the usual one.',
  'delays b': 'You compare two delays: chance gave this customer the other one.',
  'wordings a': 'You compare two messages: chance gave this customer yours.',
  'wordings b': 'You compare two messages: chance gave this customer the other one.',
}

const UNCOVERED = {
  waits: 'The funds did not cover it.',
  waited: 'The funds did not cover it: it waited for them.',
}

/** That one was taken is said by the moment at which it was sent. */
const TRIED: Partial<Record<SendAttemptState, string>> = {
  sending: 'Handed to the phone network.',
  retry: 'The phone network could not take it yet.',
  unknown: 'Handed to the phone network, which did not answer.',
  rejected: 'Tried, and not taken by the phone network.',
  absent: 'Tried, and not found at the phone network.',
}

/** Where it was to go at once, or went before, or waited for funds, or its owner brought it forward, it is silent. */
const planned = (facts: RequestFacts): (Step | undefined)[] => {
  const { decidedAt, meantAt, dueAt, sentAt, dueThere, choices, waitingSince, attempts } = facts
  const isLater = (later: Date, than: Date) =>
    later.getTime() - than.getTime() > MINUTE_MS && (sentAt === null || later <= sentAt)
  const there = dueThere === undefined ? '' : `, ${dueThere}`
  const isBroughtForward = meantAt.getTime() - dueAt.getTime() > MINUTE_MS
  const isHers = choices.some((one) => MOVING.includes(one.choice) && isAbout(one.chosenAt, dueAt))
  const isFunded = waitingSince !== null && attempts.length > 0
  const isPutOff = isLater(dueAt, meantAt) && isLater(dueAt, decidedAt) && !isHers && !isFunded
  const { plan, delay } = planWords(facts)
  const isSaidBelow = isPutOff && plan === delay
  return [
    isLater(meantAt, decidedAt) && !isBroughtForward && !isSaidBelow
      ? at(meantAt, `${plan} this time${isPutOff ? '' : there}.`)
      : undefined,
    isPutOff ? at(dueAt, `${delay} this time${there}.`) : undefined,
  ]
}

/** A text that is held does not go when it was to go: it has one plan, the last one. */
const planWords = (facts: RequestFacts): { plan: string; delay: string } => {
  const plan = 'It was planned for'
  if (facts.state === 'held') return { plan, delay: plan }
  return isEnded(facts)
    ? { plan, delay: 'It was put off until' }
    : { plan: 'Planned for', delay: 'Put off until' }
}

/** The choices after which a text is due at once, where it may go then. */
const MOVING: RequestChoice[] = ['send-now', 'resume', 'undo-cancel']
const isAbout = (one: Date, other: Date): boolean => Math.abs(one.getTime() - other.getTime()) < MINUTE_MS

const CHOSEN: Record<RequestChoice, string> = {
  'send-now': 'You had it sent now.',
  hold: 'You held it back.',
  resume: 'You released it.',
  cancel: 'You decided not to send it.',
  'undo-cancel': 'You took that back.',
}

/** Texts of earlier versions have no choices on record, only since when they are held. */
const chosen = ({ choices, heldAt }: RequestFacts): (Step | undefined)[] => [
  choices.some(({ choice }) => choice === 'hold') ? undefined : at(heldAt, CHOSEN.hold),
  ...choices.map(({ choice, chosenAt }) => at(chosenAt, CHOSEN[choice])),
]

const openedWords = (count: number): string =>
  count > 1
    ? `The customer opened the link, for the first of ${count} times.`
    : 'The customer opened the link.'

const optedOut = (facts: RequestFacts): Step | undefined => {
  const words = optOutOf(facts)?.words
  return words === undefined ? undefined : at(facts.optedOutAt, `The customer ${words}.`)
}

const isEnded = ({ state }: RequestFacts): boolean => state === 'cancelled' || state === 'expired'

const ended = (facts: RequestFacts): Step | undefined => {
  const { state, stateReason, endedAt, choices } = facts
  const isTold = stateReason === CANCELLED_BY_OWNER && choices.at(-1)?.choice === 'cancel'
  if (!isEnded(facts) || isTold) return undefined
  // Which one is said above its story.
  if (isOfRule(stateReason)) return { at: endedAt, what: 'Cancelled by a rule of yours.' }
  const why = requestWords(state, stateReason)?.what ?? ''
  return { at: endedAt, what: `${state === 'cancelled' ? 'Cancelled' : 'Expired'}: ${why}` }
}
