import { z } from 'zod'
import { moment, shape } from './shared/values.ts'

/**
 * `choosing`: the owner agreed, and says which location it is. `waiting-for-google`: Google has not opened its API to
 * whoever runs this yet. `needs-reauth`: the owner has to agree again. `unreachable`: Google does not show it to us.
 * Where these operations are not there, reviews are switched off for this installation.
 */
export const PROFILE_STATES = [
  'disconnected',
  'choosing',
  'waiting-for-google',
  'connected',
  'needs-reauth',
  'unreachable',
  'detaching',
] as const

/** `GET /api/reviews/status` */
export const reviewsStatus = shape('ReviewsStatus', {
  state: z.enum(PROFILE_STATES),
  message: z.string().nullable().describe('What the owner has to know or to do, in words.'),
  location: z
    .object({
      title: z.string().nullable().describe('As Google calls it; null where it was not said lately.'),
      isVerified: z.boolean().nullable().describe('False where Google has not verified it: no reviews then.'),
      isSamePlace: z.boolean().describe('Whether it is the place that the texts lead to.'),
    })
    .nullable(),
  connectedSince: moment.nullable(),
  lastReadAt: moment.nullable().describe('When reviews were last read.'),
  totals: z
    .object({
      reviews: z.int().describe('How many reviews Google counts.'),
      average: z.number().nullable(),
      readAt: moment,
    })
    .nullable()
    .describe('As Google last said; null where that is 30 days ago.'),
})
export type ReviewsStatus = z.infer<typeof reviewsStatus>

/** `POST /api/reviews/connect`, without a body: go to the address in this tab. */
export const reviewsConnectResponse = shape('ReviewsConnectResponse', { authorizationUrl: z.string() })

/** `GET /api/reviews/locations`: read from Google for this answer, and kept nowhere. */
export const profileLocation = shape('ProfileLocation', {
  locationId: z.string(),
  title: z.string(),
  address: z.string().nullable(),
  isVerified: z.boolean(),
  isSamePlace: z.boolean().describe('It is the place that the texts lead to.'),
})
export type ProfileLocation = z.infer<typeof profileLocation>
export const profileLocationsResponse = shape('ProfileLocationsResponse', {
  locations: z.array(profileLocation),
})

/** `PUT /api/reviews/location` → `ReviewsStatus` */
export const profileLocationRequest = shape('ProfileLocationRequest', {
  locationId: z.string().regex(/^\d{1,40}$/, 'is not an id'),
})

/** As Google says it: nothing of it may be changed where it is shown. */
export const googleReview = shape('GoogleReview', {
  id: z.string(),
  name: z.string().nullable().describe('Null where the reviewer is anonymous.'),
  photoUrl: z.string().nullable(),
  isAnonymous: z.boolean(),
  stars: z.int().min(1).max(5).nullable(),
  comment: z.string().nullable().describe('Null where it is a rating only.'),
  writtenAt: moment,
  changedAt: moment,
  reply: z.object({ comment: z.string(), at: moment.nullable() }).nullable(),
  replyUrl: z.string().nullable().describe('Where the owner replies at Google.'),
  foundAt: moment.describe('When we first read it: after `seenAt`, it is new to who asks.'),
})
export type GoogleReview = z.infer<typeof googleReview>

/** `GET /api/reviews` */
export const reviewsQuery = z.object({
  cursor: z.string().max(500).optional().describe('Where the page before ended.'),
  order: z
    .enum(['newest', 'unanswered-first'])
    .default('newest')
    .describe('By when they were written; or those without a reply first, and each part by that.'),
})
export const reviewsPage = shape('ReviewsPage', {
  reviews: z.array(googleReview).describe('In the order that was asked for, newest first otherwise.'),
  nextCursor: z.string().nullable(),
  readAt: moment.describe('When this page was made, for `POST /api/reviews/seen`.'),
  seenAt: moment.nullable().describe('When who asks last looked; null before the first look.'),
  figures: z
    .object({
      count: z.int(),
      unanswered: z.int(),
      isNew: z.int().describe('Found since who asks last looked; 0 at the first look.'),
      average: z.number().nullable().describe('Of their stars.'),
    })
    .nullable()
    .describe('Of all that Google returned in the last 30 days, computed for the first page; else null.'),
})
export type ReviewsPage = z.infer<typeof reviewsPage>

/** `POST /api/reviews/seen`: 204 */
export const reviewsSeenRequest = shape('ReviewsSeenRequest', {
  readAt: moment.describe('As the page said it: what is found later was not seen.'),
})

/** `GET /api/reviews/guesses`: an estimate, made for this answer and kept nowhere. */
export const reviewGuess = shape('ReviewGuess', {
  reviewId: z.string(),
  certainty: z.enum(['likely', 'perhaps']),
  reason: z.string().describe('Why, in words.'),
  requestId: z.uuid().describe('The text.'),
  customerName: z.string(),
  invoiceNumber: z.string().nullable(),
})
export type ReviewGuess = z.infer<typeof reviewGuess>
export const reviewGuesses = shape('ReviewGuesses', {
  guesses: z
    .array(reviewGuess)
    .describe('Of reviews for which a text can be named; never of an anonymous one.'),
})
