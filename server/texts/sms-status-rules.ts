export { failureWords } from './failure-rules.ts'
export { meaningOfInbound, type InboundMeaning } from './inbound-rules.ts'

export type SmsOutcome = 'sent' | 'delivered' | 'failed'

const REQUEST_STATES: Record<string, SmsOutcome> = {
  accepted: 'sent',
  scheduled: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}

/** What a gateway's status means for a request; undefined for one that says nothing about it. */
export const toRequestState = (gatewayStatus: string): SmsOutcome | undefined =>
  Object.hasOwn(REQUEST_STATES, gatewayStatus) ? REQUEST_STATES[gatewayStatus] : undefined

const FINAL = 3
const RANKS: Record<string, number> = {
  scheduled: 0,
  waiting_for_funds: 0,
  sending: 1,
  unknown: 1,
  sent: 2,
  delivered: FINAL,
  failed: FINAL,
  cancelled: FINAL,
  expired: FINAL,
}

/**
 * Whether a request in state `current` may move to `next`. Callbacks come late, twice and in any order: a state only
 * ever rises, and the first final one stays, since a gateway gives a message one final fate.
 */
export const isProgress = (current: string, next: SmsOutcome): boolean =>
  Object.hasOwn(RANKS, current) && RANKS[next]! > RANKS[current]!
