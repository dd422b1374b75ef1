import { z } from 'zod'
import { moment, shape } from './shared/values.ts'

export const PARTS = ['webhooks', 'texts', 'payments', 'sign-in'] as const

const health = z.enum(['working', 'degraded', 'down'])
export type Health = z.infer<typeof health>

export const partStatus = shape('PartStatus', {
  part: z.enum(PARTS),
  health,
  since: moment
    .nullable()
    .describe('Since when it does not work as it should, to the minute, where that is known.'),
  words: z.string().describe('For a page that everybody may read.'),
})
export type PartStatus = z.infer<typeof partStatus>

/**
 * `GET /status.json`: whether the service works, for a public page. It is open to all and answers 200 also where
 * nothing works; it is a few seconds old at most, and says nothing of any business.
 */
export const statusResponse = shape('StatusResponse', {
  health: health.describe('Of the part that is worst.'),
  checkedAt: moment,
  parts: z.array(partStatus),
})
export type StatusResponse = z.infer<typeof statusResponse>
