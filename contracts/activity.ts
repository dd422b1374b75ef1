import { z } from 'zod'
import { act, cursor, day, daysAsked, help, moment, nextCursor, shape } from './shared/values.ts'
import {
  actThatMends,
  customerRemoved,
  decidable,
  optOutOfCustomer,
  reviewRequestState,
  smsStatus,
  textMoment,
  textMomentWords,
} from './review-requests.ts'

/**
 * `texted`: sent or delivered. `pending`: will go out. `failed`: tried, and the network refused it. `skipped`: no text
 * was sent, for a reason. Together they are every paid invoice.
 */
export const activityOutcome = z
  .enum(['texted', 'pending', 'failed', 'skipped'])
  .meta({ id: 'ActivityOutcome' })
export type ActivityOutcome = z.infer<typeof activityOutcome>

export const activityItem = shape('ActivityItem', {
  invoiceId: z.guid(),
  tenantId: z.guid(),
  organisationName: z.string(),
  invoiceNumber: z.string().nullable(),
  customerName: z.string().nullable(),
  customerRemoved,
  customerPhone: z.string().nullable(),
  contactId: z.guid().nullable(),
  total: z.number().describe("Decimal, in the invoice's own currency."),
  currency: z.string().nullable(),
  paidOn: day.nullable(),
  decidedAt: moment.describe('When the paid invoice came in and was decided.'),
  outcome: activityOutcome,
  isCounted: z.boolean().describe('False where the totals have it in `notCounted` only.'),
  reason: z.string().nullable().describe('Stable code; null for a text that went out or will.'),
  what: z
    .string()
    .describe("In the owner's words, always there, such as 'Texted.' or 'No mobile number we could text.'"),
  todo: z.string().nullable(),
  help,
  act: actThatMends,
  optOut: optOutOfCustomer,
  canRetry: z
    .boolean()
    .describe('`POST /api/activity/{invoiceId}/retry` makes sense: after the contact was put right in Xero.'),
  request: z
    .object({
      _id: z.uuid(),
      smsStatus,
      state: reviewRequestState,
      sentAt: moment.nullable(),
      at: textMoment,
      atWords: textMomentWords,
      ...decidable,
    })
    .nullable()
    .describe('The text, where there is one.'),
  xeroUrl: z.string(),
})
export type ActivityItem = z.infer<typeof activityItem>

/** `GET /api/activity`: 50 a page; days are those of the business's calendar, both inclusive. */
export const activityQuery = z.object({
  outcome: activityOutcome
    .optional()
    .describe('What became of the invoice. `skipped` is without what the totals do not count.'),
  reason: z
    .string()
    .max(300)
    .optional()
    .describe('A `reason` of the totals: a code, or several with commas.'),
  search: z.string().trim().max(100).optional().describe('Words of customer, phone and invoice number.'),
  order: z.enum(['newest', 'oldest']).default('newest').describe('Which decisions come first.'),
  ...daysAsked,
  cursor: cursor.optional(),
})
export const activityPage = shape('ActivityPage', {
  items: z.array(activityItem),
  nextCursor,
  timeZone: z.string(),
})
export type ActivityPage = z.infer<typeof activityPage>

/** `GET /api/activity/totals`: without days, this calendar month so far. */
export const activityTotalsQuery = z.object(daysAsked)
const reasonCount = z.object({
  reason: z
    .string()
    .describe('The codes of this reason, with commas between them; the list is asked with it.'),
  outcome: activityOutcome,
  what: z.string(),
  todo: z.string().nullable(),
  act: act.nullable().describe('What mends it for all of them at once, where something does.'),
  count: z.int(),
})
export const activityTotals = shape('ActivityTotals', {
  from: day,
  to: day,
  timeZone: z.string(),
  paid: z.int().describe('texted + pending + failed + skipped'),
  texted: z.int(),
  pending: z.int(),
  failed: z.int(),
  skipped: z.int(),
  reasons: z
    .array(reasonCount)
    .describe(
      'Why the failed and the skipped ones were not texted, the most frequent first; they add up to those.',
    ),
  notCounted: z
    .array(reasonCount)
    .describe('On record, but in no figure above: bills, and what was paid before the business went live.'),
})
export type ActivityTotals = z.infer<typeof activityTotals>

/** `POST /api/activity/{invoiceId}/retry`, without a body: reads invoice and contact from Xero and decides again. */
export const activityParams = z.object({ invoiceId: z.guid().describe('What Xero calls the invoice.') })
/** `GET /api/activity/to-mend`: the largest invoice first. */
export const toMendPage = shape('ToMendPage', {
  items: z.array(activityItem).describe('At most 100.'),
  count: z.int().describe('How many there are.'),
  timeZone: z.string(),
  isSwitchedOn: z
    .boolean()
    .describe('Whether review requests are on: while they are off, nobody can be asked.'),
})
export type ToMendPage = z.infer<typeof toMendPage>

/** `POST /api/activity/retry`: reads up to 40 invoices and their contacts in two calls of Xero, and decides again. */
export const retriesRequest = shape('RetriesRequest', {
  invoiceIds: z.array(z.guid()).min(1).max(40),
})
export const retriesResponse = shape('RetriesResponse', {
  looked: z.int().describe('How many of them were looked at; the others need no look any more.'),
  askable: z.int().describe('How many of those are texted now.'),
  left: z.int().describe('How many of those still have to be mended.'),
  unread: z.int().describe('How many of those left could not be read in Xero just now.'),
})
export type RetriesResponse = z.infer<typeof retriesResponse>

export const retryResponse = shape('RetryResponse', { item: activityItem, changed: z.boolean() })
export type RetryResponse = z.infer<typeof retryResponse>
