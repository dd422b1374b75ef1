import type { Place } from '../../contracts/businesses.ts'
import type { GooglePlace, PlaceSuggestion } from '../integrations/google/places-types.ts'
import { reviewUrlFor } from '../integrations/google/review-url.ts'

export const suggestionOnTheWire = ({ placeId, name, address }: PlaceSuggestion): Place => ({
  placeId,
  name,
  address,
  rating: null,
  userRatingsTotal: null,
  reviewUrl: reviewUrlFor(placeId),
})

export const placeOnTheWire = ({ placeId, name, address, rating, ratingCount }: GooglePlace): Place => ({
  placeId,
  name,
  address,
  rating: rating ?? null,
  userRatingsTotal: ratingCount,
  reviewUrl: reviewUrlFor(placeId),
})
