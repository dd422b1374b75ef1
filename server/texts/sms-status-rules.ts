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

/** What a gateway's status means for a request; undefined for one that changes nothing. */
export const toRequestState = (gatewayStatus: string): SmsOutcome | undefined =>
  Object.hasOwn(REQUEST_STATES, gatewayStatus) ? REQUEST_STATES[gatewayStatus] : undefined
