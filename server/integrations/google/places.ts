import { z } from 'zod'
import { VendorFailure } from '../../platform/errors.ts'
import { askPlaces, type PlacesConfig } from './places-fetch.ts'
import type { GooglePlace, Places, PlaceSuggestion } from './places-types.ts'

/**
 * Google Places (New), as little of it as choosing a business needs. Throws VendorFailure: `retry-later` when Google is
 * out of reach or limits our calls, `rejected` with code `configuration`, `not-found` or `invalid-request`.
 */
export const createPlaces = (config: PlacesConfig): Places => {
  const look = (placeId: string, fields: string, sessionToken?: string) =>
    askPlaces(config, placeAnswer, {
      path: `/v1/places/${encodeURIComponent(placeId)}`,
      query: sessionToken ? { sessionToken } : {},
      fields,
    })

  const currentId = async (placeId: string, moves = 0): Promise<string | undefined> => {
    try {
      const { id, movedPlaceId } = await look(placeId, FREE_FIELDS)
      return movedPlaceId && moves < MOST_MOVES ? await currentId(movedPlaceId, moves + 1) : id
    } catch (cause) {
      if (cause instanceof VendorFailure && cause.code === 'not-found') return undefined
      throw cause
    }
  }

  return {
    autocomplete: async ({ input, sessionToken }) => {
      const { suggestions } = await askPlaces(config, autocompleteAnswer, {
        path: '/v1/places:autocomplete',
        fields: SUGGESTION_FIELDS,
        body: {
          input,
          ...(sessionToken ? { sessionToken } : {}),
          includedPrimaryTypes: ['establishment'],
          includePureServiceAreaBusinesses: true,
          locationBias: WHOLE_WORLD,
        },
      })
      return suggestions.flatMap(({ placePrediction }) => suggestionOf(placePrediction))
    },
    details: async ({ placeId, sessionToken }) => placeOf(await look(placeId, PLACE_FIELDS, sessionToken)),
    currentId: (placeId) => currentId(placeId),
    reach: async () => {
      await currentId(NOBODYS).catch((cause: unknown) => {
        if (!(cause instanceof VendorFailure && cause.code === 'invalid-request')) throw cause
      })
    },
  }
}

const SUGGESTION_FIELDS = ['placeId', 'text', 'structuredFormat']
  .map((field) => `suggestions.placePrediction.${field}`)
  .join(',')

/** The rating makes this an Enterprise call, which makes the letters of its session free; other fields cost no more. */
const PLACE_FIELDS =
  'id,displayName,formattedAddress,postalAddress.regionCode,rating,userRatingCount,businessStatus,' +
  'pureServiceAreaBusiness,movedPlaceId'

const FREE_FIELDS = 'id,movedPlaceId'
const MOST_MOVES = 3
/** With a good key Google answers that there is no such place, or that the id is invalid. */
const NOBODYS = 'ChIJ0000000000000000000000'

/** Without it Google prefers places near our server, which may be far from the owner. */
const WHOLE_WORLD = {
  rectangle: { low: { latitude: -90, longitude: -180 }, high: { latitude: 90, longitude: 180 } },
}

const text = z.object({ text: z.string() })

const placePrediction = z.object({
  placeId: z.string().min(1),
  text: text.optional(),
  structuredFormat: z.object({ mainText: text, secondaryText: text.optional() }).optional(),
})

const autocompleteAnswer = z.object({
  suggestions: z.array(z.object({ placePrediction: placePrediction.optional() })).default([]),
})

const suggestionOf = (prediction: z.infer<typeof placePrediction> | undefined): PlaceSuggestion[] => {
  if (!prediction) return []
  const name = prediction.structuredFormat?.mainText.text ?? prediction.text?.text
  const address = prediction.structuredFormat?.secondaryText?.text ?? ''
  return name ? [{ placeId: prediction.placeId, name, address }] : []
}

const placeAnswer = z.object({
  id: z.string().min(1),
  displayName: text.optional(),
  formattedAddress: z.string().optional(),
  postalAddress: z.object({ regionCode: z.string().optional() }).optional(),
  rating: z.number().optional(),
  userRatingCount: z.number().int().optional(),
  businessStatus: z.string().optional(),
  pureServiceAreaBusiness: z.boolean().optional(),
  movedPlaceId: z.string().optional(),
})

const STATES: Record<string, GooglePlace['state']> = {
  OPERATIONAL: 'open',
  CLOSED_TEMPORARILY: 'closed-for-now',
  CLOSED_PERMANENTLY: 'closed-for-good',
}

const placeOf = (answer: z.infer<typeof placeAnswer>): GooglePlace => ({
  placeId: answer.id,
  name: answer.displayName?.text ?? '',
  address: answer.formattedAddress ?? '',
  country: answer.postalAddress?.regionCode?.toUpperCase(),
  rating: answer.rating,
  ratingCount: answer.userRatingCount ?? 0,
  state: STATES[answer.businessStatus ?? ''] ?? 'unknown',
  isServiceArea: answer.pureServiceAreaBusiness ?? false,
  movedTo: answer.movedPlaceId,
})
