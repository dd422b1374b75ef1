import { z } from 'zod'
import { shape } from './shared/values.ts'

/**
 * `GET /api/changes`: marks of what a dashboard shows. Ask every `askAgainSeconds` while the page is visible; where a
 * mark differs from the last, what it stands for has changed and is to be fetched again. A mark means nothing else.
 */
export const changesResponse = shape('ChangesResponse', {
  reviewRequests: z.string(),
  activity: z.string(),
  funds: z.string(),
  connections: z.string().describe("Xero's and Google's state."),
  settings: z.string().describe('Template and settings.'),
  askAgainSeconds: z.int(),
})
export type ChangesResponse = z.infer<typeof changesResponse>
