import { randomInt } from 'node:crypto'

export type WebhookEvent = {
  resourceUrl: string
  resourceId: string
  tenantId: string
  tenantType: 'ORGANISATION'
  eventCategory: 'INVOICE'
  eventType: 'CREATE' | 'UPDATE'
  eventDateUtc: string
}

export type InvoiceChange = { tenantId: string; invoiceId: string; type?: WebhookEvent['eventType'] }

export const webhookEvent = (
  { tenantId, invoiceId, type = 'UPDATE' }: InvoiceChange,
  now: Date,
): WebhookEvent => ({
  resourceUrl: `https://api.xero.com/api.xro/2.0/Invoices/${invoiceId}`,
  resourceId: invoiceId,
  tenantId,
  tenantType: 'ORGANISATION',
  eventCategory: 'INVOICE',
  eventType: type,
  // Xero leaves the Z out.
  eventDateUtc: now.toISOString().slice(0, -1),
})

export const webhookBody = (events: WebhookEvent[], firstSequence: number) => ({
  events,
  firstEventSequence: firstSequence,
  lastEventSequence: firstSequence + Math.max(0, events.length - 1),
  entropy: Array.from({ length: 20 }, () => String.fromCharCode(65 + randomInt(26))).join(''),
})
