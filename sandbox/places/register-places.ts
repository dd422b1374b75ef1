import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createMeter, type Bill } from './bill.ts'
import { makeBusinesses, type Business } from './businesses.ts'
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
import { maskOf, readSearch, readToken } from './read-request.ts'
import { searchBusinesses } from './search-businesses.ts'

export type PlacesFault = 'placesSlow' | 'places429' | 'places5xx' | 'placesBilling'

export type PlacesSettings = {
  apiKey: string
  /** The path below which the stand-in lies. */
  mount?: string
  note?: (what: string, went?: 'well' | 'badly' | 'fault') => void
  changed?: () => void
  /** Undefined where no fault strikes, else how long it lasts. */
  strike?: (fault: PlacesFault) => { ms: number } | undefined
  pause?: (ms: number) => Promise<void>
}

export type PlacesControl = {
  bill: () => Bill
  /** From now on the place is not found. */
  vanish: (placeId: string) => void
  /** From now on the place has moved: its id leads to a new one. */
  move: (placeId: string, toPlaceId: string) => void
  /** Forgets what vanished and what moved. */
  reset: () => void
  /** What vanished and what moved. */
  save: () => SavedPlaces
  load: (saved: SavedPlaces) => void
}

type SavedPlaces = { vanished: string[]; moved: [from: string, to: string][] }

const PLACE_ID = /^[A-Za-z0-9_-]{10,}$/
const nothing = () => undefined

/** The stand-in for Google Places (New). Returns the control over it. */
export const registerPlaces = (app: FastifyInstance, settings: PlacesSettings): PlacesControl => {
  const { apiKey, mount = '/places', note = nothing, changed = nothing } = settings
  const { strike = nothing, pause = async () => undefined } = settings
  const businesses = new Map<string, Business>()
  let changes: SavedPlaces = { vanished: [], moved: [] }
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
        if (sku !== 'ids-only') note(`Places returned ${business.name}`)
        return applyMask(placeAnswer(business), paths)
      })
    },
    { prefix: mount },
  )

  const rebuild = (saved: SavedPlaces) => {
    changes = saved
    businesses.clear()
    for (const business of makeBusinesses()) businesses.set(business.id, business)
    for (const placeId of changes.vanished) businesses.delete(placeId)
    for (const [from, movedTo] of changes.moved) {
      const business = businesses.get(from)
      if (business) businesses.set(from, { ...business, status: 'CLOSED_PERMANENTLY', movedTo })
    }
    changed()
  }
  rebuild(changes)

  return {
    bill: () => meter.bill(),
    vanish: (placeId) => rebuild({ ...changes, vanished: [...changes.vanished, placeId] }),
    move: (placeId, toPlaceId) => rebuild({ ...changes, moved: [...changes.moved, [placeId, toPlaceId]] }),
    reset: () => {
      meter = createMeter()
      rebuild({ vanished: [], moved: [] })
    },
    save: () => changes,
    load: rebuild,
  }
}
