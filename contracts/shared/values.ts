import { z } from 'zod'

/** An object with a name of its own in the API's description. */
export const shape = <Fields extends z.ZodRawShape>(id: string, fields: Fields) =>
  z.object(fields).meta({ id })

/** Moments are UTC, ISO 8601; days are `YYYY-MM-DD` as the business's own calendar shows them. */
export const moment = z.iso.datetime()
export const day = z.iso.date()
/** In which moments are shown. */
export const shownTimeZone = z
  .string()
  .optional()
  .describe(
    'IANA name of the zone in which moments are shown. Absent until Xero has named it: then by the reader’s own clock.',
  )
/** One that may be asked for. */
export const dayAsked = day.regex(/^20\d\d-/, 'must be in this century').meta({ format: 'date' })
export const daysAsked = {
  from: dayAsked.optional().describe('The first day.'),
  to: dayAsked.optional().describe('The last day, itself included.'),
}

/** Of an act that costs or sends: asked again under the same key, it is done once and answered as the first time. */
export const actHeaders = z.looseObject({
  'idempotency-key': z
    .uuid('must be a UUID')
    .optional()
    .describe(
      'Chosen by the caller for this one act. Asked again with the same key, it is not done again, and the answer is that of the first time; without a key, each call is an act of its own.',
    ),
})
export type ActHeaders = z.infer<typeof actHeaders>

/** What happened, for the owner, and the one thing that she can do about it where there is one. */
export const explanation = shape('Explanation', { what: z.string(), todo: z.string().optional() })
export type Explanation = z.infer<typeof explanation>

/** Beside an explanation without `todo`. */
export const help = z
  .string()
  .nullable()
  .describe('Where there is nothing to do: why, or what would change it. Null for a text that went out.')

/** A link that leads to where an owner mends something. */
export const act = shape('Act', {
  words: z.string().describe("What the link says, such as 'Open the contact in Xero'."),
  url: z.string().describe("One that begins with '/' is a screen of ours."),
})
export type Act = z.infer<typeof act>

/** Where a next page begins; only our own answers make one. */
export const cursor = z
  .string()
  .max(300)
  .regex(/^[A-Za-z0-9_-]+$/, 'is not a place in this list')
  .describe('Where the page begins, as the page before it says.')
export const nextCursor = z.string().nullable().describe('Where the next page begins; null after the last.')
