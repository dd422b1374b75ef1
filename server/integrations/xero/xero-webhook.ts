import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { readXeroInstant } from './xero-dates.ts'

export type XeroEvent = ChangeEvent | PaymentEvent

/** Of an invoice or a contact, which can be read by its id. */
export type ChangeEvent = {
  category: 'INVOICE' | 'CONTACT'
  tenantId: string
  resourceId: string
  /** CREATE or UPDATE, whatever the case in which it came. */
  type: string
  occurredAt: Date
}

/** Something was paid in this organisation. Its other fields are not known yet, and nothing depends on them. */
export type PaymentEvent = { category: 'PAYMENT'; tenantId: string }

export type ReadXeroEvents = {
  events: XeroEvent[]
  /** How many events of our categories lack what we need. */
  unreadable: number
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
 * The events of one delivery, none for an Intent to Receive. One of another category, or without what we need, fails no
 * other: Xero disables a webhook that is refused for a day. Throws UnreadableXeroWebhook for a body without a list.
 * Case and zone vary: https://github.com/XeroAPI/Xero-OpenAPI/issues/789
 */
export const parseXeroEvents = (rawBody: Buffer): ReadXeroEvents => {
  const given = listOf(rawBody)
    .map((event) => ({ event, category: categoryOf(event) }))
    .filter(({ category }) => category !== undefined && Object.hasOwn(READERS, category))
  const events = given.flatMap(({ event, category }) => READERS[category as Category](event) ?? [])
  return { events, unreadable: given.length - events.length }
}

const MOST_NAMED = 100
const NAMED = /"tenantId"\s*:\s*"([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})"/gi

/** The ids of tenants that stand in bytes that nobody signed, at most 100: one pass over them, without reading JSON. */
export const tenantsNamedIn = (rawBody: Buffer): string[] => {
  const ids = new Set<string>()
  for (const [, id] of rawBody.toString('latin1').matchAll(NAMED)) {
    ids.add(id!.toLowerCase())
    if (ids.size === MOST_NAMED) break
  }
  return [...ids]
}

// Made once: to make a schema costs more than to read with it.
const delivery = z.object({ events: z.array(z.unknown()) })
const categorised = z.object({ eventCategory: z.string() })
const ofTenant = z.object({ tenantId: z.guid() })

const listOf = (rawBody: Buffer): unknown[] => {
  try {
    return delivery.parse(JSON.parse(rawBody.toString('utf8'))).events
  } catch (cause) {
    throw new UnreadableXeroWebhook(cause)
  }
}

const categoryOf = (event: unknown): string | undefined =>
  categorised.safeParse(event).data?.eventCategory.toUpperCase()

const change = z.object({
  tenantId: z.guid(),
  resourceId: z.guid(),
  eventType: z.string().min(1).max(100),
  eventDateUtc: z.string(),
})

const readChange =
  (category: ChangeEvent['category']) =>
  (event: unknown): ChangeEvent | undefined => {
    const { data } = change.safeParse(event)
    const occurredAt = data && readXeroInstant(data.eventDateUtc)
    if (!data || !occurredAt) return undefined
    return {
      tenantId: data.tenantId.toLowerCase(),
      resourceId: data.resourceId.toLowerCase(),
      category,
      type: data.eventType.toUpperCase().replace(/[^\x20-\x7e]/g, '?'),
      occurredAt,
    }
  }

const readPayment = (event: unknown): PaymentEvent | undefined => {
  const { data } = ofTenant.safeParse(event)
  return data && { category: 'PAYMENT', tenantId: data.tenantId.toLowerCase() }
}

type Category = XeroEvent['category']

const READERS: Record<Category, (event: unknown) => XeroEvent | undefined> = {
  INVOICE: readChange('INVOICE'),
  CONTACT: readChange('CONTACT'),
  PAYMENT: readPayment,
}
