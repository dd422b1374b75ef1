import {
  placeDetailsQuery,
  placeParams,
  placeResponse,
  placeSearchQuery,
  placeSearchResponse,
} from '../../contracts/businesses.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import type { OwnerDoor } from '../sessions/require-session.ts'
import type { Places } from '../integrations/google/places-types.ts'
import { askGoogle } from './ask-google.ts'
import { placeOnTheWire, suggestionOnTheWire } from './place-on-the-wire.ts'

const LEAST_LETTERS = 2

/** Each of these calls may cost us money at Google, so each account has a limit. */
export const registerPlaceRoutes = (app: Http, deps: OwnerDoor & { places: Places }): void => {
  const { places, requireSession } = deps
  const countSearch = deps.createLimit('place-search', { most: 200, seconds: 600 })
  const countDetails = deps.createLimit('place-details', { most: 40, seconds: 600 })
  const operation = operations('businesses', requireSession.signedIn)

  app.get(
    '/api/places',
    operation('searchPlaces', 'Search businesses at Google by name.', {
      querystring: placeSearchQuery,
      response: { 200: placeSearchResponse },
      errors: ['place-not-found', 'places-unavailable'],
    }),
    async (request) => {
      const { query, sessionToken } = request.query
      if (query.length < LEAST_LETTERS) return { places: [] }
      await countSearch(requireSession.who(request).userId)
      const search = { input: query, sessionToken }
      const found = await askGoogle(request.log, places.autocomplete(search), 'query')
      return { places: found.map(suggestionOnTheWire) }
    },
  )

  app.get(
    '/api/places/:placeId',
    operation('getPlace', 'Show one business at Google with its rating.', {
      params: placeParams,
      querystring: placeDetailsQuery,
      response: { 200: placeResponse },
      errors: ['place-not-found', 'places-unavailable'],
    }),
    async (request) => {
      await countDetails(requireSession.who(request).userId)
      const choice = { placeId: request.params.placeId, sessionToken: request.query.sessionToken }
      return { place: placeOnTheWire(await askGoogle(request.log, places.details(choice))) }
    },
  )
}
