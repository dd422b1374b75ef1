import { createHmac, randomInt } from 'node:crypto'

export type WebhookEvent = {
  resourceUrl: string
  resourceId: string
  tenantId: string
  tenantType: 'ORGANISATION'
  eventCategory: 'INVOICE' | 'CONTACT' | 'PAYMENT'
  eventType: 'CREATE' | 'UPDATE'
  eventDateUtc: string
}

/** Of an invoice, a contact or a payment. */
export type Change = { tenantId: string; type?: WebhookEvent['eventType'] } & (
  | { invoiceId: string }
  | { contactId: string }
  | { paymentId: string }
)

export const webhookEvent = (change: Change, now: Date): WebhookEvent => {
  const { tenantId, type = 'UPDATE' } = change
  const { category, path, id } = resourceOf(change)
  return {
    resourceUrl: `https://api.xero.com/api.xro/2.0/${path}/${id}`,
    resourceId: id,
    tenantId,
    tenantType: 'ORGANISATION',
    eventCategory: category,
    eventType: type,
    // Xero leaves the Z out.
    eventDateUtc: now.toISOString().slice(0, -1),
  }
}

/** Xero has announced events of payments, but not shown one: their form here is that of the others. */
const resourceOf = (
  change: Change,
): { category: WebhookEvent['eventCategory']; path: string; id: string } => {
  if ('invoiceId' in change) return { category: 'INVOICE', path: 'Invoices', id: change.invoiceId }
  if ('contactId' in change) return { category: 'CONTACT', path: 'Contacts', id: change.contactId }
  return { category: 'PAYMENT', path: 'Payments', id: change.paymentId }
}

/** The body of one delivery. An Intent to Receive has no events, and sequences of 0. */
export const webhookBody = <Event = WebhookEvent>(events: Event[], firstSequence: number) => ({
  events,
  firstEventSequence: firstSequence,
  lastEventSequence: firstSequence + Math.max(0, events.length - 1),
  entropy: Array.from({ length: 20 }, () => String.fromCharCode(65 + randomInt(26))).join(''),
})

/** The headers of a delivery: `x-xero-signature` is an HMAC of the body's bytes. */
export const webhookHeaders = (raw: string, key: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'x-xero-signature': webhookSignature(raw, key),
})

export const webhookSignature = (raw: string, key: string): string =>
  createHmac('sha256', key).update(raw).digest('base64')
