import { z } from 'zod'
import { shape } from './shared/values.ts'
import { user } from './sessions.ts'

export const placeId = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[A-Za-z0-9_-]+$/, 'is not a place id')
  .describe('What Google calls the place.')

export const place = shape('Place', {
  placeId: z.string(),
  name: z.string(),
  address: z.string(),
  rating: z.number().nullable().describe('Null in search results, and for a business without ratings.'),
  userRatingsTotal: z.int().nullable(),
  reviewUrl: z.string(),
})
export type Place = z.infer<typeof place>

export const placesSessionToken = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,36}$/, 'is at most 36 letters, digits, - and _')
  .describe('One per search, from the first letter typed to the choice. A version 4 UUID is right.')

/** `GET /api/places`: fewer than 2 characters find nothing. */
export const placeSearchQuery = z.object({
  query: z.string().trim().max(200).describe('What was typed so far. Fewer than 2 characters find nothing.'),
  sessionToken: placesSessionToken.optional(),
})
export const placeSearchResponse = shape('PlaceSearchResponse', { places: z.array(place) })
export type PlaceSearchResponse = z.infer<typeof placeSearchResponse>

/** `GET /api/places/{placeId}` */
export const placeParams = z.object({ placeId })
export const placeDetailsQuery = z.object({ sessionToken: placesSessionToken.optional() })
export const placeResponse = shape('PlaceResponse', { place })

/** `GET /api/google/status` */
export const googleStatus = shape('GoogleStatus', {
  status: z.enum(['connected', 'disconnected', 'error']),
  lastSync: z.iso.datetime().nullable().describe('When the place was last read from Google.'),
  businessInfo: z
    .object({
      name: z.string(),
      address: z.string().nullable(),
      placeId: z.string().nullable(),
      reviewUrl: z.string().nullable(),
      isOwnReviewUrl: z.boolean().describe('The link is one that the owner gave, and not that of the place.'),
    })
    .nullable(),
  message: z.string().nullable().describe('What is wrong, in words, when `status` is `error`.'),
})
export type GoogleStatus = z.infer<typeof googleStatus>

/**
 * `PUT /api/google/business` → `GoogleStatus`. `reviewUrl` is the owner's own link; without it the place's own is
 * used.
 */
export const googleBusinessRequest = shape('GoogleBusinessRequest', {
  placeId,
  reviewUrl: z
    .url({ protocol: /^https$/, error: 'The link must begin with https://.' })
    .max(500, 'The link is too long.')
    .optional(),
  sessionToken: placesSessionToken.optional(),
})

/**
 * `PUT /api/onboarding/business`: call it when the owner picks a search result. It asks Google for the place once,
 * keeps the choice (so that onboarding can be resumed), and answers with rating and address to show.
 */
export const chooseBusinessRequest = shape('ChooseBusinessRequest', {
  placeId,
  sessionToken: placesSessionToken.optional(),
})
export const chooseBusinessResponse = shape('ChooseBusinessResponse', {
  user,
  place,
  unservedCountry: z
    .string()
    .nullable()
    .describe('Its country (ISO 3166 alpha-2) where mobiles of that country are not texted, else null.'),
})
export type ChooseBusinessResponse = z.infer<typeof chooseBusinessResponse>

/** `POST /api/onboarding/complete`. The body may be left out. */
export const completeOnboardingRequest = shape('CompleteOnboardingRequest', {
  googleReviewUrl: z
    .string()
    .max(500)
    .optional()
    .describe('That of the `user` on the screen. It is refused where another business was chosen since.'),
})
export const completeOnboardingResponse = shape('CompleteOnboardingResponse', { user })
export type CompleteOnboardingResponse = z.infer<typeof completeOnboardingResponse>
