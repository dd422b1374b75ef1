import { z } from 'zod'
import { cursor, moment, nextCursor } from './values.ts'

/** `GET /api/funds/balance`; amounts are decimal dollars. */
export const balanceResponse = z.object({
  /** What can still be spent. */
  balance: z.number(),
  /** Set aside for texts that are on their way. */
  reserved: z.number(),
  currency: z.string(),
})
export type BalanceResponse = z.infer<typeof balanceResponse>

export const movement = z.object({
  id: z.uuid(),
  at: moment,
  /** `grant`, `reserve`, `capture`, `release`, and kinds of payments. */
  kind: z.string(),
  /** In words, such as 'Text to Jane Smith, INV-1042'. */
  what: z.string(),
  /** Change of what can be spent, signed. A capture changes nothing there: it was set aside before. */
  amount: z.number(),
  /** Change of what is set aside, signed. */
  reservedAmount: z.number(),
  /** What could be spent after it. */
  balance: z.number(),
  /** The text it paid for. */
  reviewRequestId: z.uuid().nullable(),
})
export type Movement = z.infer<typeof movement>

/** `GET /api/funds/ledger`: every movement, newest first, 50 a page. */
export const ledgerQuery = z.object({ cursor: cursor.optional() })
export const ledgerPage = z.object({ movements: z.array(movement), nextCursor, currency: z.string() })
export type LedgerPage = z.infer<typeof ledgerPage>
