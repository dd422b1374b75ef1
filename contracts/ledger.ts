import { z } from 'zod'
import { cursor, moment, nextCursor, shape } from './shared/values.ts'

/** `GET /api/funds/balance`; amounts are decimal dollars. */
export const balanceResponse = shape('BalanceResponse', {
  balance: z.number().describe('What can still be spent.'),
  reserved: z.number().describe('Set aside for texts that are on their way.'),
  onItsWay: z.number().describe('Paid, and not among them until a bank confirms it.'),
  currency: z.string(),
  hasMoved: z
    .boolean()
    .describe(
      'Funds have moved before: nought then means that they are spent, and not that there never were any.',
    ),
  firstMonth: z
    .string()
    .describe("`YYYY-MM` of the business's own calendar: in no month before it was there anything to state."),
})
export type BalanceResponse = z.infer<typeof balanceResponse>

export const movement = shape('Movement', {
  id: z.uuid(),
  at: moment,
  kind: z
    .string()
    .describe('`reserve` is a text, `release` what is given back for one; `grant`, and kinds of payments.'),
  what: z.string().describe("In words, such as 'Text to Jane Smith, INV-1042'."),
  text: z
    .enum(['on_its_way', 'paid', 'not_delivered', 'given_back'])
    .nullable()
    .describe(
      'Of a text: its price is set aside, paid, paid though it did not arrive, or given back by a row of its own.',
    ),
  amount: z.number().describe('Change of what can be spent, signed. All of them together are the balance.'),
  reservedAmount: z.number().describe('What of it is still set aside. All of them together are `reserved`.'),
  balance: z.number().describe('What could be spent after it.'),
  reviewRequestId: z.uuid().nullable().describe('The text it paid for.'),
})
export type Movement = z.infer<typeof movement>

/** `GET /api/funds/ledger`: what changed the balance, newest first, 50 a page; a text is one row. */
export const ledgerQuery = z.object({ cursor: cursor.optional() })
export const ledgerPage = shape('LedgerPage', {
  movements: z.array(movement),
  nextCursor,
  currency: z.string(),
})
export type LedgerPage = z.infer<typeof ledgerPage>

/** `GET /api/funds/statement?month=YYYY-MM`: a CSV file, of the business's own calendar month. */
export const statementQuery = z.object({
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month like 2026-11')
    .describe('A month of the calendar of the business.'),
})
