import {
  profileLocationRequest,
  profileLocationsResponse,
  reviewsConnectResponse,
  reviewsStatus,
} from '../../../contracts/reviews.ts'
import { asBusiness } from '../../database/database.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import type { Cookies } from '../../sessions/cookies.ts'
import type { OwnerDoor } from '../../sessions/require-session.ts'
import { chooseLocation, offerLocations } from './choose-location.ts'
import { findProfile } from './connection-queries.ts'
import { stillDetaching } from './connect-profile.ts'
import { detachProfile } from './detach-profile.ts'
import { registerProfileCallback } from './profile-callback-routes.ts'
import { beginProfileConsent } from './profile-consent.ts'
import type { ProfileDeps } from './profile-deps.ts'
import { profileStatusOf } from './profile-status.ts'

/** The owner's way to Google and back, apart from her sign-in, and out again. */
export const registerProfileRoutes = (
  app: Http,
  deps: OwnerDoor & ProfileDeps & { cookies: Cookies; publicUrl: string },
): void => {
  const { db, requireSession, cookies, clock, publicUrl } = deps
  const redirectUri = `${publicUrl}/api/reviews/callback`
  const countConnect = deps.createLimit('reviews-connect', { most: 20, seconds: 600 })
  const countLook = deps.createLimit('reviews-locations', { most: 30, seconds: 600 })
  const operation = operations('reviews', requireSession.ofBusiness)
  const find = (businessId: string) => asBusiness(db, businessId, (trx) => findProfile(trx, businessId))
  const statusOf = async (businessId: string) => profileStatusOf(await find(businessId), clock())

  app.get(
    '/api/reviews/status',
    operation('getReviewsStatus', 'Say how the connection with the profile at Google stands.', {
      response: { 200: reviewsStatus },
    }),
    (request) => statusOf(requireSession.businessOf(request)),
  )

  app.post(
    '/api/reviews/connect',
    operation('connectReviews', 'Begin to let us read the reviews of the business.', {
      response: { 200: reviewsConnectResponse },
      errors: ['reviews-detaching'],
    }),
    async (request, reply) => {
      const businessId = requireSession.businessOf(request)
      await countConnect(businessId)
      if ((await find(businessId))?.state === 'detaching') throw stillDetaching()
      const authorizationUrl = await beginProfileConsent(deps, {
        businessId,
        sessionHash: requireSession.who(request).hash,
        browser: cookies.browser.ensure(request, reply),
        redirectUri,
        now: clock(),
      })
      return { authorizationUrl }
    },
  )

  registerProfileCallback(app, { ...deps, redirectUri })

  app.get(
    '/api/reviews/locations',
    operation('listProfileLocations', 'List the profiles that the owner may choose from.', {
      response: { 200: profileLocationsResponse },
      errors: ['profile-not-connected', 'profile-unavailable', 'location-not-found'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      await countLook(businessId)
      const { locations, placeId: chosen } = await offerLocations(deps, businessId)
      return {
        locations: locations.map(({ locationId, title, address, isVerified, placeId }) => ({
          locationId,
          title,
          address,
          isVerified,
          isSamePlace: placeId !== undefined && placeId === chosen,
        })),
      }
    },
  )

  app.put(
    '/api/reviews/location',
    operation('chooseProfileLocation', 'Choose whose reviews are read.', {
      body: profileLocationRequest,
      response: { 200: reviewsStatus },
      errors: ['profile-not-connected', 'profile-unavailable', 'location-not-found'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      await countLook(businessId)
      await chooseLocation(deps, { businessId, locationId: request.body.locationId })
      return statusOf(businessId)
    },
  )

  app.post(
    '/api/reviews/detach',
    operation('detachReviews', 'Stop reading reviews, and delete what was read.', {
      response: { 200: reviewsStatus },
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      await asBusiness(db, businessId, (trx) => detachProfile(trx, { businessId, now: clock() }))
      return statusOf(businessId)
    },
  )
}
