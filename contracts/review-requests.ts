import { z } from 'zod'
import {
  act,
  cursor,
  day,
  daysAsked,
  explanation,
  help,
  moment,
  nextCursor,
  shape,
  shownTimeZone,
} from './shared/values.ts'

export const smsStatus = z.enum(['pending', 'sent', 'delivered', 'failed']).meta({ id: 'SmsStatus' })
export type SmsStatus = z.infer<typeof smsStatus>

export const reviewRequestState = z
  .enum([
    'scheduled',
    'waiting_for_funds',
    'held',
    'sending',
    'unknown',
    'sent',
    'delivered',
    'failed',
    'cancelled',
    'expired',
  ])
  .meta({ id: 'ReviewRequestState' })

/** What an owner can do with a text: each is the end of a path, `POST /api/review-requests/{id}/…`. */
export const requestChoice = z
  .enum(['send-now', 'hold', 'resume', 'cancel', 'undo-cancel'])
  .meta({ id: 'RequestChoice' })
export type RequestChoice = z.infer<typeof requestChoice>

export const optOut = shape('OptOut', {
  words: z.string().describe("How the customer opted out, such as 'replied STOP'."),
  at: moment,
})
export const optOutOfCustomer = optOut
  .nullable()
  .describe('Set where the customer has asked for no more texts, whatever became of this one.')
export const actThatMends = act
  .nullable()
  .describe('What mends the reason why it waits or did not arrive, where something does.')

/** The one moment of a text that every list shows, and what it is the moment of. */
export const textMoment = moment.describe(
  'The moment it stands under in the timeline: when it was sent, else when it failed, else when it is due.',
)
export const textMomentWords = z
  .string()
  .describe("What happened or happens at `at`, such as 'sent', 'goes out' or 'was due'.")

/** Instead of a name that is not kept any more. */
export const customerRemoved = z
  .string()
  .nullable()
  .describe(
    "Where name, phone and e-mail are not kept any more, why: 'Customer removed after 24 months', 'Erased customer'.",
  )

/** What its owner can decide about a text. */
export const decidable = {
  choices: z
    .array(requestChoice)
    .describe('What its owner can do with it now, each by `POST /api/review-requests/{id}/…`.'),
  waitsForNo: z.boolean().describe('Its owner is asked first: it goes at `at` unless she says no.'),
  undoHolds: z
    .boolean()
    .describe('It was held when its owner cancelled it: undone, it is held again and not sent.'),
}

export const reviewRequest = shape('ReviewRequest', {
  _id: z.uuid(),
  customerName: z
    .string()
    .nullable()
    .describe('Null where Xero had none, and once it was removed; so are phone and e-mail.'),
  customerRemoved,
  customerPhone: z.string().nullable(),
  customerEmail: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  invoiceId: z.guid(),
  xeroInvoiceId: z.guid(),
  smsStatus,
  sentAt: moment.nullable(),
  at: textMoment,
  atWords: textMomentWords,
  state: reviewRequestState,
  detail: explanation.nullable().describe('Beyond the badge: what it waits for, why it was cancelled.'),
  failure: explanation.nullable().describe('Why it failed; set whenever `smsStatus` is `failed`.'),
  help,
  act: actThatMends,
  reminder: z
    .string()
    .nullable()
    .describe(
      "What there is of its reminder, such as 'Reminder planned for 10:05 am on Thursday'; null where nothing.",
    ),
  ...decidable,
  optOut: optOutOfCustomer,
  deliveredAt: moment.nullable(),
  openedAt: moment.nullable().describe('When the customer first opened the link.'),
  openCount: z.int(),
  xeroUrl: z.string().describe('Opens the invoice in Xero, in the right organisation.'),
})
export type ReviewRequest = z.infer<typeof reviewRequest>

/**
 * `GET /api/review-requests`, 50 a page. `search` looks in customer, phone and invoice number, every word of it;
 * `from` and `to` are days of the business's calendar, both inclusive. Those that wait, failed or were cancelled are
 * listed as well.
 */
export const reviewRequestQuery = z.object({
  search: z.string().trim().max(100).optional().describe('Words of customer, phone and invoice number.'),
  order: z.enum(['newest', 'oldest']).default('newest').describe('Which texts come first.'),
  ...daysAsked,
  cursor: cursor.optional(),
})
export const reviewRequestPage = shape('ReviewRequestPage', {
  requests: z.array(reviewRequest),
  nextCursor,
  timeZone: z.string().describe('IANA name: days are grouped in this zone, wherever the browser is.'),
})
export type ReviewRequestPage = z.infer<typeof reviewRequestPage>

export const requestStep = shape('RequestStep', {
  at: moment.nullable().describe('Null where no moment is on record.'),
  what: z.string(),
})
export type RequestStep = z.infer<typeof requestStep>

/** A reminder is a text of its own: its owner cancels it by `POST /api/review-requests/{id}/cancel`, with its `_id`. */
export const reminderOfText = shape('ReminderOfText', {
  text: reviewRequest.nullable().describe('The reminder itself, once it is planned.'),
  body: z
    .string()
    .nullable()
    .describe(
      'As it went; while it waits, as it would go now. Of an e-mail no copy is kept: null once the reminder was changed after it went.',
    ),
  cost: z.number().nullable().describe('Decimal.'),
  mail: z
    .object({
      at: moment.describe('When it goes; else when it went, or ended.'),
      to: z.string().nullable().describe('Null once the customer was removed.'),
      words: z.string(),
      choices: z.array(z.enum(['cancel', 'undo-cancel'])),
    })
    .nullable()
    .describe(
      'Where it goes by e-mail. Its owner decides by `POST /api/review-requests/{id}/reminder-mail/…`, with the `_id` of the first text.',
    ),
  words: z.string().nullable().describe('Without one: when it follows, or why none does.'),
})
export type ReminderOfText = z.infer<typeof reminderOfText>

/**
 * `GET /api/review-requests/{id}`: any of the business's own, cancelled ones as well, with all that is on record. What
 * its owner decides by `POST …/cancel`, `…/undo-cancel`, `…/hold`, `…/resume` and `…/send-now` is answered alike.
 */
export const reviewRequestParams = z.object({ id: z.uuid().describe('The `_id` of the text.') })
export const reviewRequestResponse = shape('ReviewRequestResponse', {
  request: reviewRequest,
  body: z
    .string()
    .nullable()
    .describe('The text as the gateway was given it; null before that, and once it was removed.'),
  segments: z.int().nullable(),
  draft: z
    .object({ body: z.string(), segments: z.int(), cost: z.number().nullable().describe('Decimal.') })
    .nullable()
    .describe('Of a text that waits: as it would go now. What goes is written, and priced, at that moment.'),
  reminder: reminderOfText
    .nullable()
    .describe('The one reminder of this text; null where its owner wants none, and of a reminder itself.'),
  cost: z.number().nullable().describe('Decimal, what it was charged; null while that is not decided.'),
  currency: z.string(),
  steps: z.array(requestStep).describe('What happened to it and what its customer did, in order.'),
  timeZone: z.string(),
})
export type ReviewRequestResponse = z.infer<typeof reviewRequestResponse>

/** `GET /api/review-requests/calendar` */
export const calendarQuery = z.object({
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must look like 2026-11')
    .describe('A month of the calendar of the business.'),
})
export const calendarResponse = shape('CalendarResponse', {
  month: z.string(),
  timeZone: z.string(),
  today: day,
  days: z
    .array(z.object({ date: day, count: z.int() }))
    .describe(
      'Days that have requests, among every day that a six-week grid of this month can show, whatever day weeks begin.',
    ),
})
export type CalendarResponse = z.infer<typeof calendarResponse>

/** `GET /api/review-requests/summary`: the figures above the timeline and behind the banners. */
export const reviewRequestSummary = shape('ReviewRequestSummary', {
  timeZone: shownTimeZone,
  today: day,
  sentThisMonth: z.int().describe('Went out in this calendar month: sent or delivered.'),
  deliveredThisMonth: z.int(),
  failedThisMonth: z
    .int()
    .describe('Tried in this month without success, whether the gateway took them or not.'),
  undeliveredThisMonth: z
    .int()
    .describe('Of those that failed, the ones that were charged, because the gateway took them.'),
  openedThisMonth: z.int().describe('Of those that went out this month, how many links were opened.'),
  scheduled: z.int().describe('Waiting for their hour.'),
  waitingForFunds: z.int(),
  heldBackThisMonth: z.int().describe('Texts of this month that the owner held or cancelled.'),
  plannedThisMonth: z
    .int()
    .describe(
      'All texts of this month that went out, will, or would without the owner: the held-back ones too.',
    ),
  turns: z
    .object({
      count: z.int(),
      firstAt: moment,
      lastAt: moment,
      newestAt: moment.describe('When the newest of them was decided: what was decided later was not seen.'),
      isPlanned: z
        .boolean()
        .describe(
          'Whether each has its turn; before, the moment of the last is what the pace would make of it.',
        ),
      perDay: z.int().describe('How many customers are asked in a day at most.'),
      tooLate: z.int().describe('Of them, those whose turn comes when a text makes no sense any more.'),
    })
    .nullable()
    .describe(
      'Texts that wait for their turn, because there are more than the pace lets go; null where none does.',
    ),
  fundsCoverOldest: z
    .boolean()
    .describe('Whether the funds pay for the oldest text that waits for them; true where none waits.'),
  fundsLastDays: z
    .int()
    .nullable()
    .describe(
      'Whole days that the funds last at the pace of the last two weeks; null where nothing was spent in them.',
    ),
  toMend: z.int().describe('Recent payments whose customer could not be reached by text.'),
})
export type ReviewRequestSummary = z.infer<typeof reviewRequestSummary>

/** `POST /api/review-requests/skip-turns` */
export const skipTurnsRequest = shape('SkipTurnsRequest', {
  lastAt: moment.describe('As the summary said it: what is due later was not seen, and goes on.'),
  newestAt: moment
    .optional()
    .describe('As the summary said it: what was decided later goes on, even where it is due before.'),
})
export const skippedTurns = shape('SkippedTurns', {
  skipped: z.int().describe('Texts that are not sent; those on their way go on.'),
})

/** `GET /api/review-requests/weeks`: the newest week first, always twelve. */
const askedWeek = z.object({
  from: day.describe('A Monday.'),
  to: day.describe('The Sunday after it.'),
  asked: z.int().describe('Texts that went out in this week; those reported as not delivered are left out.'),
  delivered: z.int().describe('Those of them that the phone network reported as delivered.'),
  opened: z.int().describe('Those of them whose link a person opened, then or later.'),
})
export const askedWeeks = shape('AskedWeeks', { weeks: z.array(askedWeek), timeZone: z.string() })
export type AskedWeeks = z.infer<typeof askedWeeks>
