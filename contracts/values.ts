import { z } from 'zod'

/** Moments are UTC, ISO 8601; days are `YYYY-MM-DD` as the business's own calendar shows them. */
export const moment = z.iso.datetime()
export const day = z.iso.date()
/** One that may be asked for. */
export const dayAsked = day.regex(/^20\d\d-/, 'must be in this century')

/** What somebody typed: no character that a database cannot keep. */
export const typed = z.string().regex(/^[^\0]*$/, 'has a character that is none')

/** What happened, for the owner, and the one thing that she can do about it where there is one. */
export const explanation = z.object({ what: z.string(), todo: z.string().optional() })
export type Explanation = z.infer<typeof explanation>

/** Where a next page begins; only our own answers make one. */
export const cursor = z
  .string()
  .max(300)
  .regex(/^[A-Za-z0-9_-]+$/, 'is not a place in this list')
export const nextCursor = z.string().nullable()
