import type { SendAttemptState } from '../../database/tables.ts'
import { optOutOf, requestWords, type State } from './request-words-rules.ts'

export type Attempt = { state: SendAttemptState; claimedAt: Date; priceCents: number }

export type RequestFacts = {
  state: State
  stateReason: string | null
  decidedAt: Date
  foundBy: 'webhook' | 'sweep'
  meantAt: Date
  dueAt: Date
  waitingSince: Date | null
  heldAt: Date | null
  /** What the customer's clock shows when it is due, where that is not the owner's. */
  dueThere?: string | undefined
  sentAt: Date | null
  deliveredAt: Date | null
  failedAt: Date | null
  openedAt: Date | null
  openCount: number
  attempts: Attempt[]
  optOutSource: string | null
  optedOutAt: Date | null
}

export type Step = { at: Date | null; what: string }

const MINUTE_MS = 60_000

/** What happened to a text and what its customer did, in order; what has no moment on record comes last. */
export const requestSteps = (facts: RequestFacts): Step[] => {
  const { sentAt, deliveredAt, failedAt, waitingSince } = facts
  const steps: (Step | undefined)[] = [
    { at: facts.decidedAt, what: FOUND[facts.foundBy] },
    ...planned(facts),
    at(waitingSince, 'The funds did not cover it.'),
    at(facts.heldAt, 'You held it back.'),
    ...facts.attempts.map(({ state, claimedAt }) => at(claimedAt, TRIED[state])),
    at(sentAt, 'Sent.'),
    at(deliveredAt, 'Arrived on the phone.'),
    at(failedAt, 'Could not be delivered.'),
    at(facts.openedAt, openedWords(facts.openCount)),
    optedOut(facts),
  ]
  const known = steps.filter((step) => step !== undefined)
  const inOrder = known.toSorted((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0))
  return [...inOrder, ...ended(facts)]
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

/** That one was taken is said by the moment at which it was sent. */
const TRIED: Partial<Record<SendAttemptState, string>> = {
  sending: 'Handed to the phone network.',
  retry: 'The phone network could not take it yet.',
  unknown: 'Handed to the phone network, which did not answer.',
  rejected: 'Tried, and not taken by the phone network.',
  absent: 'Tried, and not found at the phone network.',
}

/** Where it was to go at once, or went before, the plan says nothing. */
const planned = ({ decidedAt, meantAt, dueAt, sentAt, dueThere }: RequestFacts): (Step | undefined)[] => {
  const isLater = (later: Date, than: Date) =>
    later.getTime() - than.getTime() > MINUTE_MS && (sentAt === null || later <= sentAt)
  const there = dueThere === undefined ? '' : `, ${dueThere}`
  const isPutOff = isLater(dueAt, meantAt) && isLater(dueAt, decidedAt)
  return [
    isLater(meantAt, decidedAt) ? at(meantAt, `Planned for this time${isPutOff ? '' : there}.`) : undefined,
    isPutOff ? at(dueAt, `Put off until this time${there}.`) : undefined,
  ]
}

const openedWords = (count: number): string =>
  count > 1
    ? `The customer opened the link, for the first of ${count} times.`
    : 'The customer opened the link.'

const optedOut = (facts: RequestFacts): Step | undefined => {
  const words = optOutOf(facts)?.words
  return words === undefined ? undefined : at(facts.optedOutAt, `The customer ${words}.`)
}

const ended = ({ state, stateReason }: RequestFacts): Step[] => {
  if (state !== 'cancelled' && state !== 'expired') return []
  const why = requestWords(state, stateReason)?.what ?? ''
  return [{ at: null, what: `${state === 'cancelled' ? 'Cancelled' : 'Expired'}: ${why}` }]
}
