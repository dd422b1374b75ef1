import { z } from 'zod'
import { placeId } from './places.ts'

/** `GET /api/google/status` */
export const googleStatus = z.object({
  status: z.enum(['connected', 'disconnected', 'error']),
  /** When Google last told us about the place. */
  lastSync: z.iso.datetime().nullable(),
  businessInfo: z
    .object({
      name: z.string(),
      address: z.string().nullable(),
      placeId: z.string().nullable(),
      reviewUrl: z.string().nullable(),
    })
    .nullable(),
  /** What is wrong, in words, when `status` is `error`. */
  message: z.string().nullable(),
})
export type GoogleStatus = z.infer<typeof googleStatus>

/** `PUT /api/google/business` → `GoogleStatus`. `reviewUrl` is the owner's own link; without it the place's own is used. */
export const googleBusinessRequest = z.object({
  placeId,
  reviewUrl: z
    .url({ protocol: /^https$/, error: 'must begin with https://' })
    .max(500)
    .optional(),
})
