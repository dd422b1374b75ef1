import { invalidArgument } from './places-error.ts'

/** What Google bills a details call as: the highest that any field of the mask asks for. */
export type Sku = 'ids-only' | 'essentials' | 'pro' | 'enterprise'

// https://developers.google.com/maps/documentation/places/web-service/place-details#fieldmask
const PLACE_FIELDS: Record<Sku, string[]> = {
  'ids-only': ['attributions', 'id', 'movedPlace', 'movedPlaceId', 'name', 'photos'],
  essentials: [
    'addressComponents',
    'formattedAddress',
    'location',
    'postalAddress',
    'shortFormattedAddress',
    'types',
  ],
  pro: [
    'businessStatus',
    'displayName',
    'googleMapsLinks',
    'googleMapsUri',
    'primaryType',
    'pureServiceAreaBusiness',
    'timeZone',
  ],
  enterprise: ['internationalPhoneNumber', 'nationalPhoneNumber', 'rating', 'userRatingCount', 'websiteUri'],
}

const SKUS: Sku[] = ['enterprise', 'pro', 'essentials', 'ids-only']

/** Missing, blank or unknown fields are refused as Google refuses them. */
export const readPlaceMask = (mask: string | undefined): { paths: string[]; sku: Sku } => {
  if (!mask) {
    throw invalidArgument(
      'FieldMask is a required parameter. See https://cloud.google.com/apis/docs/system-parameters#definitions on ' +
        'how to pass it.',
    )
  }
  const paths = mask.split(',')
  if (mask === '*') return { paths, sku: 'enterprise' }
  const known = new Set(SKUS.flatMap((sku) => PLACE_FIELDS[sku]))
  const unknown = paths.find((path) => !known.has(path.split('.')[0]!))
  if (unknown !== undefined) throw unknownField(unknown)
  const sku = SKUS.find((sku) => paths.some((path) => PLACE_FIELDS[sku].includes(path.split('.')[0]!)))!
  return { paths, sku }
}

/** Optional for suggestions: without one, everything comes. */
export const readSuggestionMask = (mask: string | undefined): string[] => {
  if (!mask || mask === '*') return ['*']
  const paths = mask.split(',')
  const unknown = paths.find(
    (path) => !/^suggestions(\.(placePrediction|queryPrediction)(\.\w+)*)?$/.test(path),
  )
  if (unknown !== undefined) throw unknownField(unknown)
  return paths
}

const unknownField = (path: string) =>
  invalidArgument(`Error expanding 'fields' parameter. Cannot find matching fields for path '${path}'.`)

/** Keeps of `value` what the paths name; a list is walked through. */
export const applyMask = (value: unknown, paths: string[]): unknown => {
  if (paths.includes('*') || paths.includes('')) return value
  if (Array.isArray(value)) return value.map((item) => applyMask(item, paths))
  if (typeof value !== 'object' || value === null) return value
  const kept: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    const below = paths.filter((path) => path === key || path.startsWith(`${key}.`))
    if (below.length > 0)
      kept[key] = applyMask(
        inner,
        below.map((path) => path.slice(key.length + 1)),
      )
  }
  return kept
}
