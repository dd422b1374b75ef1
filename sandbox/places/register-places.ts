import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createMeter, type Bill } from './bill.ts'
import { makeBusinesses } from './businesses.ts'
import { applyMask, readPlaceMask, readSuggestionMask } from './field-mask.ts'
import { placeAnswer, suggestionAnswer } from './place-answer.ts'
import {
  billingDisabled,
  errorBody,
  invalidArgument,
  keyInvalid,
  keyMissing,
  notFound,
  PlacesError,
  rateLimited,
  unavailable,
} from './places-error.ts'
import { searchBusinesses } from './search-businesses.ts'

export type PlacesFault = 'placesSlow' | 'places429' | 'places5xx' | 'placesBilling'

export type PlacesSettings = {
  apiKey: string
  /** The path below which the stand-in lies. */
  mount?: string
  note?: (what: string, went?: 'well' | 'badly' | 'fault') => void
  changed?: () => void
  /** Asked-for trouble: how long it lasts when it strikes. */
  strike?: (fault: PlacesFault) => { ms: number } | undefined
  pause?: (ms: number) => Promise<void>
}

export type PlacesControl = {
  bill: () => Bill
  /** Google knows the place no more. */
  vanish: (placeId: string) => void
  /** The place closes and opens again elsewhere. */
  move: (placeId: string, toPlaceId: string) => void
  /** As on the first day. */
  reset: () => void
}

const nothing = () => undefined

/** The stand-in for Google Places (New). What it gives back plays Google itself. */
export const registerPlaces = (app: FastifyInstance, settings: PlacesSettings): PlacesControl => {
  const { apiKey, mount = '/places', note = nothing, changed = nothing } = settings
  const { strike = nothing, pause = async () => undefined } = settings
  let businesses = byId()
  let meter = createMeter()

  const admit = async (request: FastifyRequest, method: string) => {
    const { key = request.headers['x-goog-api-key'] } = request.query as { key?: string }
    if (!key) throw keyMissing()
    if (key !== apiKey) throw keyInvalid()
    const slow = strike('placesSlow')
    if (slow) await pause(slow.ms)
    if (strike('places429')) throw fault(rateLimited(method))
    if (strike('placesBilling')) throw fault(billingDisabled())
    if (strike('places5xx')) throw fault(unavailable())
  }
  const fault = (error: PlacesError): PlacesError => {
    note(`Places answered ${error.code}, as asked for`, 'fault')
    return error
  }

  void app.register(
    async (scope) => {
      scope.setErrorHandler((cause, _, reply) => {
        const status = (cause as { statusCode?: number }).statusCode ?? 500
        const error =
          cause instanceof PlacesError
            ? cause
            : new PlacesError(status, 'INVALID_ARGUMENT', (cause as Error).message)
        return reply.code(error.code).send(errorBody(error))
      })

      scope.post('/v1/places::autocomplete', async (request) => {
        await admit(request, 'AutocompletePlacesRequest')
        const paths = readSuggestionMask(maskOf(request))
        const search = readSearch(request.body)
        meter.autocomplete(search.sessionToken)
        const found = searchBusinesses(businesses.values(), {
          input: search.input,
          regionCodes: search.includedRegionCodes,
          withServiceAreas: search.includePureServiceAreaBusinesses,
          types: search.includedPrimaryTypes,
        })
        if (found.length === 0) return {}
        return applyMask({ suggestions: found.map((one) => suggestionAnswer(one, search.input)) }, paths)
      })

      scope.get('/v1/places/:placeId', async (request) => {
        await admit(request, 'GetPlaceRequest')
        const { paths, sku } = readPlaceMask(maskOf(request))
        const { placeId } = request.params as { placeId: string }
        const { sessionToken } = request.query as { sessionToken?: string }
        if (!PLACE_ID.test(placeId)) throw invalidArgument(`Not a valid Place ID: ${placeId}`)
        const token = sessionToken === undefined ? undefined : readToken(sessionToken)
        const business = businesses.get(placeId)
        if (!business) throw notFound(placeId)
        meter.details(sku, token)
        if (sku !== 'ids-only') note(`Places told about ${business.name}`)
        return applyMask(placeAnswer(business), paths)
      })
    },
    { prefix: mount },
  )

  return {
    bill: () => meter.bill(),
    vanish: (placeId) => {
      businesses.delete(placeId)
      changed()
    },
    move: (placeId, toPlaceId) => {
      const business = businesses.get(placeId)
      if (business) businesses.set(placeId, { ...business, status: 'CLOSED_PERMANENTLY', movedTo: toPlaceId })
      changed()
    },
    reset: () => {
      businesses = byId()
      meter = createMeter()
    },
  }
}

const byId = () => new Map(makeBusinesses().map((business) => [business.id, business]))

const PLACE_ID = /^[A-Za-z0-9_-]{10,}$/

const maskOf = ({ headers, query }: FastifyRequest): string | undefined => {
  const { fields, $fields = fields } = query as { fields?: string; $fields?: string }
  return headers['x-goog-fieldmask']?.toString() ?? $fields
}

const readToken = (token: string): string => {
  if (!/^[A-Za-z0-9_-]{1,36}$/.test(token)) throw invalidArgument('Invalid session_token.')
  return token
}

const regionCode = z.string().regex(/^[A-Za-z]{2}$/)
const point = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
})
const area = z.union([
  z.strictObject({ rectangle: z.strictObject({ low: point, high: point }) }),
  z.strictObject({ circle: z.strictObject({ center: point, radius: z.number().min(0).max(50_000) }) }),
])

const searchBody = z.strictObject({
  input: z.string().trim().min(1),
  sessionToken: z.string().optional(),
  includedRegionCodes: z.array(regionCode).max(15).default([]),
  includedPrimaryTypes: z
    .array(z.string().regex(/^(\(regions\)|\(cities\)|[a-z_]+)$/))
    .max(5)
    .default([]),
  includePureServiceAreaBusinesses: z.boolean().default(false),
  includeQueryPredictions: z.boolean().optional(),
  languageCode: z.string().optional(),
  regionCode: regionCode.optional(),
  locationBias: area.optional(),
  locationRestriction: area.optional(),
  inputOffset: z.number().int().optional(),
  origin: point.optional(),
})

const readSearch = (body: unknown): z.infer<typeof searchBody> => {
  const parsed = searchBody.safeParse(body)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalidArgument(`Invalid value at '${issue!.path.join('.') || 'request'}': ${issue!.message}`)
  }
  if (parsed.data.locationBias && parsed.data.locationRestriction)
    throw invalidArgument('At most one of location_bias and location_restriction may be set.')
  if (parsed.data.sessionToken !== undefined) readToken(parsed.data.sessionToken)
  return parsed.data
}
