import { z } from 'zod'
import { cursor, moment, nextCursor } from './values.ts'

/** `GET /api/funds/balance`; amounts are decimal dollars. */
export const balanceResponse = z.object({
  /** What can still be spent. */
  balance: z.number(),
  /** Set aside for texts that are on their way. */
  reserved: z.number(),
  currency: z.string(),
  /** Funds have moved before: nought then means that they are spent, and not that there never were any. */
  hasMoved: z.boolean(),
  /** `YYYY-MM` of the business's own calendar: in no month before it was there anything to state. */
  firstMonth: z.string(),
})
export type BalanceResponse = z.infer<typeof balanceResponse>

export const movement = z.object({
  id: z.uuid(),
  at: moment,
  /** `reserve` is a text, `release` what is given back for one; `grant`, and kinds of payments. */
  kind: z.string(),
  /** In words, such as 'Text to Jane Smith, INV-1042'. */
  what: z.string(),
  /** Of a text: its price is set aside, paid, or was given back by a row of its own. */
  text: z.enum(['on_its_way', 'paid', 'given_back']).nullable(),
  /** Change of what can be spent, signed. All of them together are the balance. */
  amount: z.number(),
  /** What of it is still set aside. All of them together are `reserved`. */
  reservedAmount: z.number(),
  /** What could be spent after it. */
  balance: z.number(),
  /** The text it paid for. */
  reviewRequestId: z.uuid().nullable(),
})
export type Movement = z.infer<typeof movement>

/** `GET /api/funds/ledger`: what changed the balance, newest first, 50 a page; a text is one row. */
export const ledgerQuery = z.object({ cursor: cursor.optional() })
export const ledgerPage = z.object({ movements: z.array(movement), nextCursor, currency: z.string() })
export type LedgerPage = z.infer<typeof ledgerPage>

/** `GET /api/funds/statement?month=YYYY-MM`: a CSV file, of the business's own calendar month. */
export const statementQuery = z.object({
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month like 2026-11'),
})
