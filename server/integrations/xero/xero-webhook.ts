import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { readXeroInstant } from './xero-dates.ts'

export type XeroEvent = {
  tenantId: string
  resourceId: string
  /** INVOICE, CONTACT, CREDITNOTE … or one that Xero adds later. */
  category: string
  /** CREATE or UPDATE, whatever the case in which it came. */
  type: string
  occurredAt: Date
}

/** Signed, but not what Xero describes. */
export class UnreadableXeroWebhook extends Error {
  constructor(cause: unknown) {
    super('The webhook is not what Xero describes', { cause })
    this.name = 'UnreadableXeroWebhook'
  }
}

/** True when `signature` (x-xero-signature) is the base64 HMAC-SHA256 of the bytes as they came. Constant time. */
export const isXeroSignature = (rawBody: Buffer, signature: string | undefined, key: string): boolean => {
  const expected = Buffer.from(createHmac('sha256', key).update(rawBody).digest('base64'))
  const given = Buffer.from(signature ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * The events of one delivery, none for an Intent to Receive. Throws UnreadableXeroWebhook.
 * Case and zone vary: https://github.com/XeroAPI/Xero-OpenAPI/issues/789
 */
export const parseXeroEvents = (rawBody: Buffer): XeroEvent[] => {
  try {
    return webhookSchema.parse(JSON.parse(rawBody.toString('utf8'))).events.map(toEvent)
  } catch (cause) {
    throw new UnreadableXeroWebhook(cause)
  }
}

const webhookSchema = z.object({
  events: z.array(
    z.object({
      tenantId: z.guid(),
      resourceId: z.string().max(100),
      eventCategory: z.string().min(1).max(100),
      eventType: z.string().min(1).max(100),
      eventDateUtc: z.string(),
    }),
  ),
})

const toEvent = (from: z.infer<typeof webhookSchema>['events'][number]): XeroEvent => {
  const occurredAt = readXeroInstant(from.eventDateUtc)
  if (!occurredAt) throw new Error('eventDateUtc is not a time')
  const category = from.eventCategory.toUpperCase()
  // Only the form of invoices' ids is known; one event of another form must not refuse the whole delivery.
  if (category === 'INVOICE') z.guid().parse(from.resourceId)
  return {
    tenantId: from.tenantId.toLowerCase(),
    resourceId: from.resourceId.toLowerCase(),
    category,
    type: from.eventType.toUpperCase().replace(/[^\x20-\x7e]/g, '?'),
    occurredAt,
  }
}
