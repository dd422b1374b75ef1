import { z } from 'zod'

/**
 * `GET /api/changes`: marks of what a dashboard shows. Ask every `askAgainSeconds` while the page is visible; where a
 * mark differs from the last, what it stands for has changed and is worth asking for again. A mark says nothing else.
 */
export const changesResponse = z.object({
  reviewRequests: z.string(),
  activity: z.string(),
  funds: z.string(),
  /** Xero's and Google's state. */
  connections: z.string(),
  /** Template and settings. */
  settings: z.string(),
  askAgainSeconds: z.number().int(),
})
export type ChangesResponse = z.infer<typeof changesResponse>
