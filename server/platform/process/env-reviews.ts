import { z } from 'zod'
import { credential } from './env-values.ts'

type Given = Record<string, unknown>

/** Whether reviews are read back, and by which client (docs/REVIEWS.md). Off: no scope, no screen, no row. */
export const reviewsSettings = {
  REVIEWS: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('off')
    .transform((text) => text === 'on'),
  /** Of a client of its own; without them the client of the sign-in asks. */
  REVIEWS_CLIENT_ID: credential.optional(),
  REVIEWS_CLIENT_SECRET: credential.optional(),
  /** Notifications of Google: the topic, and what a push has to prove. All three, or none. */
  REVIEWS_PUBSUB_TOPIC: z
    .string()
    .regex(/^projects\/[^/]+\/topics\/[^/]+$/, 'must look like projects/my-project/topics/my-topic')
    .optional(),
  REVIEWS_PUBSUB_AUDIENCE: z.string().min(1).optional(),
  REVIEWS_PUBSUB_EMAIL: z.email('must be the address of the service account that pushes').optional(),
  /** One address in place of Google's hosts, below which all of them lie: for stand-ins. */
  BUSINESS_PROFILE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
}

const TOGETHER = [
  ['REVIEWS_CLIENT_ID', 'REVIEWS_CLIENT_SECRET'],
  ['REVIEWS_PUBSUB_TOPIC', 'REVIEWS_PUBSUB_AUDIENCE', 'REVIEWS_PUBSUB_EMAIL'],
]

export const reviewsFaults = (given: Given): string[] =>
  TOGETHER.flatMap((names) => {
    const missing = names.filter((name) => !given[name])
    if (missing.length === 0 || missing.length === names.length) return []
    return missing.map((name) => `${name} is missing: it belongs to ${names.find((other) => given[other])!}`)
  })

/** What sandbox mode fills in: reviews are on, and the stand-in pushes. */
export const sandboxReviews = (sandboxPort: string): Record<string, string> => ({
  REVIEWS: 'on',
  BUSINESS_PROFILE_URL: `http://localhost:${sandboxPort}/business-profile`,
  REVIEWS_PUBSUB_TOPIC: 'projects/sandbox/topics/reviews',
  REVIEWS_PUBSUB_AUDIENCE: 'sandbox-reviews',
  REVIEWS_PUBSUB_EMAIL: 'push@sandbox.example',
})
