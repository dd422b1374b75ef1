import { z } from 'zod'
import { place, placeId, placesSessionToken } from './businesses.ts'
import { moment, shape, shownTimeZone } from './shared/values.ts'

/** Whatever was typed or scanned: an unknown slug is a 404, in whatever letters it comes. */
export const claimParams = z.object({ slug: z.string().min(1).max(100).describe('The letters of the code.') })

export const claimedBusiness = shape('ClaimedBusiness', {
  placeId: z.string(),
  name: z.string(),
  address: z.string().nullable(),
})

/** `GET /api/claims/{slug}`. `yours`: this browser claimed it, or the account that is signed in owns it. */
export const claim = shape('Claim', {
  slug: z.string(),
  state: z.enum(['unclaimed', 'claimed', 'yours']),
  isOwned: z.boolean().describe('Whether an account owns it.'),
  business: claimedBusiness.nullable(),
  reviewUrl: z.string().nullable(),
})
export type Claim = z.infer<typeof claim>

/** `GET /api/claims/{slug}/places?query=`: at most 5; fewer than 2 characters find nothing. */
export const claimSearchQuery = z.object({
  query: z.string().trim().max(200).describe('What was typed so far. Fewer than 2 characters find nothing.'),
  sessionToken: placesSessionToken.optional(),
})
export const claimSearchResponse = shape('ClaimSearchResponse', { places: z.array(place).max(5) })

/** `GET /api/claims/{slug}/places/{placeId}`: one of them with its rating, to confirm. */
export const claimPlaceParams = claimParams.extend({ placeId })
export const claimPlaceQuery = z.object({ sessionToken: placesSessionToken.optional() })
export const claimPlaceResponse = shape('ClaimPlaceResponse', { place })

/** `POST /api/claims/{slug}` → `Claim`; 409 when another person claimed it first. */
export const claimRequest = shape('ClaimRequest', { placeId })

/** One of "My QR codes". */
export const ownedCode = shape('OwnedCode', {
  slug: z.string(),
  url: z.string().describe('The address that the code contains.'),
  business: claimedBusiness,
  reviewUrl: z.string(),
  scans: z.int(),
  lastScannedAt: moment.nullable(),
  claimedAt: moment,
})
export type OwnedCode = z.infer<typeof ownedCode>

/** `GET /api/qr-codes` */
export const ownedCodesResponse = shape('OwnedCodesResponse', {
  codes: z.array(ownedCode),
  timeZone: shownTimeZone,
})

/** `PUT /api/qr-codes/{slug}` → `OwnedCode`: from now on it leads to another business. */
export const moveCodeRequest = shape('MoveCodeRequest', {
  placeId,
  sessionToken: placesSessionToken.optional(),
})

/** `GET /api/qr-codes/{slug}/picture?format=svg|png` */
export const codePictureQuery = z.object({
  format: z.enum(['svg', 'png']).default('svg').describe('A drawing or pixels.'),
})
