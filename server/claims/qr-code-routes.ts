import {
  claimParams,
  codePictureQuery,
  moveCodeRequest,
  ownedCode,
  ownedCodesResponse,
} from '../../contracts/claims.ts'
import { askGoogle } from '../businesses/ask-google.ts'
import { findZones } from '../businesses/business-time-zone.ts'
import { closedForGood } from '../businesses/choose-business.ts'
import { asBusiness } from '../database/database.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import type { Places } from '../integrations/google/places-types.ts'
import type { OwnerDoor } from '../sessions/require-session.ts'
import { moveCode, notYours } from './move-code.ts'
import { ownedCodes } from './owned-codes.ts'
import { claimUrl, readSlug } from './slug.ts'

/** "My QR codes": the owner's codes with their scans, as files to print, and where they lead. */
export const registerQrCodeRoutes = (
  app: Http,
  deps: OwnerDoor & { places: Pick<Places, 'details'>; publicUrl: string },
): void => {
  const { db, requireSession, places, publicUrl, clock } = deps
  const operation = operations('claims', requireSession.ofBusiness)
  const countMove = deps.createLimit('move-code', { most: 30, seconds: 600 })

  const mine = async (businessId: string, slug: string) => {
    const [code] = await asBusiness(db, businessId, (trx) => ownedCodes(trx, { businessId, publicUrl, slug }))
    if (!code) throw notYours()
    return code
  }

  app.get(
    '/api/qr-codes',
    operations('claims', requireSession.signedIn)(
      'listCodes',
      'List the codes of the business and their scans.',
      {
        response: { 200: ownedCodesResponse },
      },
    ),
    async (request) => {
      const { businessId } = requireSession.who(request)
      if (!businessId) return { codes: [] }
      return asBusiness(db, businessId, async (trx) => ({
        codes: await ownedCodes(trx, { businessId, publicUrl }),
        timeZone: (await findZones(trx, businessId)).shownIn,
      }))
    },
  )

  app.put(
    '/api/qr-codes/:slug',
    operation('moveCode', 'Let a code of the business lead to another place.', {
      params: claimParams,
      body: moveCodeRequest,
      response: { 200: ownedCode },
      errors: ['unknown-code', 'place-not-found', 'place-closed', 'places-unavailable'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { userId } = requireSession.who(request)
      const { slug } = await mine(businessId, readSlug(request.params.slug))
      await countMove(userId)
      const place = await askGoogle(request.log, places.details(request.body))
      if (place.state === 'closed-for-good') throw closedForGood(place)
      await asBusiness(db, businessId, (trx) =>
        moveCode(trx, { slug, place, businessId, userId, now: clock() }),
      )
      return mine(businessId, slug)
    },
  )

  app.get(
    '/api/qr-codes/:slug/picture',
    operation('downloadCode', 'Download a code of the business as a picture to print.', {
      params: claimParams,
      querystring: codePictureQuery,
      file: ['image/svg+xml', 'image/png'],
      errors: ['unknown-code'],
    }),
    async (request, reply) => {
      const { slug } = await mine(requireSession.businessOf(request), readSlug(request.params.slug))
      const { format } = request.query
      const url = claimUrl(publicUrl, slug)
      const { codePng, codeSvg } = await import('./draw-code.ts')
      return reply
        .header('content-disposition', `attachment; filename="goodword-${slug}.${format}"`)
        .type(format === 'svg' ? 'image/svg+xml' : 'image/png')
        .send(format === 'svg' ? codeSvg(url) : codePng(url))
    },
  )
}
