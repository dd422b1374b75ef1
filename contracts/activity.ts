import { z } from 'zod'
import { cursor, day, dayAsked, moment, nextCursor, typed } from './values.ts'
import { smsStatus } from './review-requests.ts'

/**
 * `texted`: sent or delivered. `pending`: will go out. `failed`: tried, and the network refused it. `skipped`: no text
 * was sent, for a reason. Together they are every paid invoice.
 */
export const activityOutcome = z.enum(['texted', 'pending', 'failed', 'skipped'])
export type ActivityOutcome = z.infer<typeof activityOutcome>

export const activityItem = z.object({
  invoiceId: z.guid(),
  tenantId: z.guid(),
  organisationName: z.string(),
  invoiceNumber: z.string().nullable(),
  customerName: z.string().nullable(),
  customerPhone: z.string().nullable(),
  contactId: z.guid().nullable(),
  /** Decimal, in the invoice's own currency. */
  total: z.number(),
  currency: z.string().nullable(),
  paidOn: day.nullable(),
  decidedAt: moment,
  outcome: activityOutcome,
  /** Stable code; null for a text that went out or will. */
  reason: z.string().nullable(),
  /** In the owner's words, always there, such as 'Texted.' or 'No mobile number we could text.' */
  what: z.string(),
  todo: z.string().nullable(),
  /** `POST /api/activity/{invoiceId}/retry` makes sense: after the contact was put right in Xero. */
  canRetry: z.boolean(),
  /** The text, where there is one. */
  request: z.object({ _id: z.uuid(), smsStatus, sentAt: moment.nullable() }).nullable(),
  xeroUrl: z.string(),
  /** Opens the contact in Xero, to put a number right. */
  xeroContactUrl: z.string().nullable(),
  /** The owner said never to text this customer. */
  isExcludedContact: z.boolean(),
})
export type ActivityItem = z.infer<typeof activityItem>

/** `GET /api/activity`: newest decision first, 50 a page; days are those of the business's calendar, both inclusive. */
export const activityQuery = z.object({
  outcome: activityOutcome.optional(),
  reason: typed.max(60).optional(),
  search: typed.trim().max(100).optional(),
  from: dayAsked.optional(),
  to: dayAsked.optional(),
  cursor: cursor.optional(),
})
export const activityPage = z.object({ items: z.array(activityItem), nextCursor, timeZone: z.string() })
export type ActivityPage = z.infer<typeof activityPage>

/** `GET /api/activity/totals`: without days, this calendar month so far. */
export const activityTotalsQuery = z.object({ from: dayAsked.optional(), to: dayAsked.optional() })
const reasonCount = z.object({
  reason: z.string(),
  outcome: activityOutcome,
  what: z.string(),
  todo: z.string().nullable(),
  count: z.number().int(),
})
export const activityTotals = z.object({
  from: day,
  to: day,
  timeZone: z.string(),
  /** texted + pending + failed + skipped */
  paid: z.number().int(),
  texted: z.number().int(),
  pending: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  /** Why the failed and the skipped ones were not texted, the most frequent first; they add up to those. */
  reasons: z.array(reasonCount),
  /** On record, but in no figure above: bills, and what was paid before the business went live. */
  notCounted: z.array(reasonCount),
})
export type ActivityTotals = z.infer<typeof activityTotals>

/** `POST /api/activity/{invoiceId}/retry`, without a body: reads invoice and contact from Xero and decides again. */
export const activityParams = z.object({ invoiceId: z.guid() })
export const retryResponse = z.object({ item: activityItem, changed: z.boolean() })
export type RetryResponse = z.infer<typeof retryResponse>
