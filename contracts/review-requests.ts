import { z } from 'zod'
import { cursor, day, dayAsked, explanation, moment, nextCursor, typed } from './values.ts'

export const smsStatus = z.enum(['pending', 'sent', 'delivered', 'failed'])
export type SmsStatus = z.infer<typeof smsStatus>

export const reviewRequestState = z.enum([
  'scheduled',
  'waiting_for_funds',
  'sending',
  'unknown',
  'sent',
  'delivered',
  'failed',
  'cancelled',
  'expired',
])

export const reviewRequest = z.object({
  _id: z.uuid(),
  /** Null where Xero had none, and after the customer was erased; so are phone and e-mail. */
  customerName: z.string().nullable(),
  customerPhone: z.string().nullable(),
  customerEmail: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  invoiceId: z.guid(),
  xeroInvoiceId: z.guid(),
  smsStatus,
  sentAt: moment.nullable(),
  /** The moment it stands under in the timeline: when it was sent, else when it failed, else when it is due. */
  at: moment,
  state: reviewRequestState,
  /** Beyond the badge: what it waits for, why it was called off. */
  detail: explanation.nullable(),
  /** Why it failed; set whenever `smsStatus` is `failed`. */
  failure: explanation.nullable(),
  deliveredAt: moment.nullable(),
  /** When the customer first opened the link. */
  openedAt: moment.nullable(),
  openCount: z.number().int(),
  /** Opens the invoice in Xero, in the right organisation. */
  xeroUrl: z.string(),
})
export type ReviewRequest = z.infer<typeof reviewRequest>

/**
 * `GET /api/review-requests`, 50 a page. `search` looks in customer, phone and invoice number, every word of it;
 * `from` and `to` are days of the business's calendar, both inclusive. Requests that were called off are not listed.
 */
export const reviewRequestQuery = z.object({
  search: typed.trim().max(100).optional(),
  order: z.enum(['newest', 'oldest']).default('newest'),
  from: dayAsked.optional(),
  to: dayAsked.optional(),
  cursor: cursor.optional(),
})
export const reviewRequestPage = z.object({
  requests: z.array(reviewRequest),
  nextCursor,
  /** IANA name: days are grouped in this zone, wherever the browser is. */
  timeZone: z.string(),
})
export type ReviewRequestPage = z.infer<typeof reviewRequestPage>

/** `GET /api/review-requests/{id}`: any of the business's own, those called off as well. */
export const reviewRequestParams = z.object({ id: z.uuid() })
export const reviewRequestResponse = z.object({ request: reviewRequest, timeZone: z.string() })

/** `GET /api/review-requests/calendar` */
export const calendarQuery = z.object({
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must look like 2026-11'),
})
export const calendarResponse = z.object({
  month: z.string(),
  timeZone: z.string(),
  today: day,
  /** Days that have requests, among every day that a six-week grid of this month can show, whatever day weeks begin. */
  days: z.array(z.object({ date: day, count: z.number().int() })),
})
export type CalendarResponse = z.infer<typeof calendarResponse>

/** `GET /api/review-requests/summary`: the figures above the timeline and behind the banners. */
export const reviewRequestSummary = z.object({
  timeZone: z.string(),
  today: day,
  /** Went out in this calendar month: sent or delivered. */
  sentThisMonth: z.number().int(),
  deliveredThisMonth: z.number().int(),
  failedThisMonth: z.number().int(),
  /** Of those that went out this month, how many links were opened. */
  openedThisMonth: z.number().int(),
  /** Waiting for their hour. */
  scheduled: z.number().int(),
  waitingForFunds: z.number().int(),
  /** Whole days that the funds last at the pace of the last two weeks; null where nothing was spent in them. */
  fundsLastDays: z.number().int().nullable(),
})
export type ReviewRequestSummary = z.infer<typeof reviewRequestSummary>
