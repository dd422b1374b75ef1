import { z } from 'zod'

export const placeId = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[A-Za-z0-9_-]+$/, 'is not a place id')

export const place = z.object({
  placeId: z.string(),
  name: z.string(),
  address: z.string(),
  /** Null in search results, and where nobody has rated the business yet. */
  rating: z.number().nullable(),
  userRatingsTotal: z.number().int().nullable(),
  reviewUrl: z.string(),
})
export type Place = z.infer<typeof place>

/** One per search: from the first letter typed to the choice. A version 4 UUID is right. */
export const placesSessionToken = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,36}$/, 'is at most 36 letters, digits, - and _')

/** `GET /api/places`: fewer than 2 characters find nothing. */
export const placeSearchQuery = z.object({
  query: z.string().trim().max(200),
  sessionToken: placesSessionToken.optional(),
})
export const placeSearchResponse = z.object({ places: z.array(place) })
export type PlaceSearchResponse = z.infer<typeof placeSearchResponse>

/** `GET /api/places/{placeId}` */
export const placeParams = z.object({ placeId })
export const placeDetailsQuery = z.object({ sessionToken: placesSessionToken.optional() })
export const placeResponse = z.object({ place })
