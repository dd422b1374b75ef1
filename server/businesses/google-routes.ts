import { googleBusinessRequest, googleStatus } from '../../contracts/businesses.ts'
import { asBusiness } from '../database/database.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Places } from '../integrations/google/places-types.ts'
import type { Http } from '../platform/http/http.ts'
import type { OwnerDoor } from '../sessions/require-session.ts'
import { askGoogle } from './ask-google.ts'
import { chooseBusiness, type NewBusiness } from './choose-business.ts'
import { googleStatusOf, notChosen, placeIdOf, refuseForeignLink, setReviewUrl } from './google-business.ts'

export const registerGoogleRoutes = (
  app: Http,
  deps: OwnerDoor & { places: Places; newBusiness: NewBusiness },
): void => {
  const { db, requireSession, clock } = deps
  const countChoice = deps.createLimit('choose-business', { most: 30, seconds: 600 })

  app.get(
    '/api/google/status',
    operations('businesses', requireSession.signedIn)(
      'getGoogleStatus',
      'Say how the business stands at Google.',
      {
        response: { 200: googleStatus },
      },
    ),
    async (request) => {
      const { businessId } = requireSession.who(request)
      return businessId ? asBusiness(db, businessId, (trx) => googleStatusOf(trx, businessId)) : notChosen
    },
  )

  app.put(
    '/api/google/business',
    operations('businesses', requireSession.ofBusiness)(
      'changeBusiness',
      'Change the place or the review link.',
      {
        body: googleBusinessRequest,
        response: { 200: googleStatus },
        errors: ['foreign-link', 'place-not-found', 'place-closed', 'places-unavailable'],
      },
    ),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { userId } = requireSession.who(request)
      const { reviewUrl, placeId, sessionToken } = request.body
      refuseForeignLink(reviewUrl)
      await countChoice(userId)
      const isNew = (await placeIdOf(db, businessId)) !== placeId
      const chosen = isNew
        ? await askGoogle(request.log, chooseBusiness(deps, { userId, placeId, sessionToken, now: clock() }))
        : { placeId }
      return asBusiness(db, businessId, async (trx) => {
        await setReviewUrl(trx, businessId, { placeId: chosen.placeId, reviewUrl })
        return googleStatusOf(trx, businessId)
      })
    },
  )
}
