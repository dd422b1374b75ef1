import type { GatewayStatus } from './twilio-types.ts'

const statuses = new Set<string>([
  'accepted',
  'scheduled',
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'undelivered',
  'failed',
  'canceled',
] satisfies GatewayStatus[])

/** A status that Twilio adds later means only that the gateway has the text: the lowest that we have. */
export const readStatus = (text: string): GatewayStatus =>
  statuses.has(text) ? (text as GatewayStatus) : 'accepted'
