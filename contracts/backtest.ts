import { z } from 'zod'
import { smsSettingsRequest } from './message-settings.ts'
import { reviewRulesRequest } from './shared/review-rules.ts'
import { day, shape } from './shared/values.ts'

/** `POST /api/backtest` → lines of JSON, each a `BacktestLine`. What is left out is as it is saved. */
export const backtestRequest = shape('BacktestRequest', {
  settings: smsSettingsRequest
    .optional()
    .describe('Settings that are not saved yet, to see what they change.'),
  rules: reviewRulesRequest.optional().describe('Rules that are not saved yet, likewise.'),
  excludedContacts: z
    .array(z.guid())
    .max(500)
    .optional()
    .describe('What Xero calls the customers to leave out, where that is not saved yet.'),
  message: z.string().max(2000).optional().describe('A message that is not saved yet.'),
})
export type BacktestRequest = z.infer<typeof backtestRequest>

const backtest = z.object({
  from: day,
  until: day.describe('Today, in the calendar of the business.'),
  paid: z.int().describe('Sales invoices that were paid on these days: asked and skipped together.'),
  asked: z.int().describe('Those for which a customer would have been texted.'),
  askedAsSaved: z
    .int()
    .nullable()
    .describe('The same with what is saved; null where nothing else was asked for.'),
  wouldCancel: z
    .int()
    .nullable()
    .describe('Texts that wait now, and would be cancelled if this were saved; null likewise.'),
  cost: z.number().describe('Decimal, of all these texts.'),
  currency: z.string(),
  days: z
    .array(z.object({ day, count: z.int() }))
    .describe('Texts by the day on which they would have gone, each day from the first to the last.'),
  inTurn: z
    .object({ count: z.int(), perDay: z.int() })
    .nullable()
    .describe(
      'How many of them would have waited for their turn, because only so many go in 24 hours; null without a pace.',
    ),
  skipped: z
    .array(
      z.object({
        reason: z.string().describe('Stable code.'),
        what: z.string(),
        count: z.int(),
        names: z.array(z.string()).describe('Of up to three such customers.'),
      }),
    )
    .describe('The most frequent reason first.'),
  first: z
    .object({
      customerName: z.string().nullable(),
      body: z.string(),
      sender: z
        .string()
        .nullable()
        .describe('The number or the name that it comes from; null where the gateway picks the number.'),
      day,
    })
    .nullable()
    .describe('The text that would have gone first.'),
  missing: z
    .string()
    .nullable()
    .describe('Why it is not all: what Xero did not let us read; null where it is.'),
})
export type Backtest = z.infer<typeof backtest>

/** How far it is, again and again; the last line is the backtest. */
export const backtestLine = z.union([
  z.object({ read: z.int(), of: z.int().describe('Paid invoices that are known so far.') }),
  z.object({ backtest }),
])
export type BacktestLine = z.infer<typeof backtestLine>
