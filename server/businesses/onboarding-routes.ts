import {
  chooseBusinessRequest,
  chooseBusinessResponse,
  completeOnboardingRequest,
  completeOnboardingResponse,
} from '../../contracts/businesses.ts'
import { findAccount } from '../sessions/account-queries.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Places } from '../integrations/google/places-types.ts'
import type { Http } from '../platform/http/http.ts'
import type { AccountReady, OwnerDoor } from '../sessions/require-session.ts'
import { askGoogle } from './ask-google.ts'
import { chooseBusiness, type NewBusiness } from './choose-business.ts'
import { completeOnboarding } from './complete-onboarding.ts'
import { placeOnTheWire } from './place-on-the-wire.ts'

export const registerOnboardingRoutes = (
  app: Http,
  deps: OwnerDoor & {
    places: Places
    newBusiness: NewBusiness
    accountReady: AccountReady
    /** Cents for a segment, by country (ISO 3166 alpha-2). */
    prices: Record<string, number>
  },
): void => {
  const { db, requireSession, clock } = deps
  const countChoice = deps.createLimit('choose-business', { most: 30, seconds: 600 })

  app.put(
    '/api/onboarding/business',
    operations('businesses', requireSession.signedIn)(
      'chooseBusiness',
      'Choose the business among places at Google.',
      {
        body: chooseBusinessRequest,
        response: { 200: chooseBusinessResponse },
        errors: ['already-live', 'place-not-found', 'place-closed', 'places-unavailable'],
      },
    ),
    async (request, reply) => {
      const { userId } = requireSession.who(request)
      await countChoice(userId)
      const choice = { ...request.body, userId, isOnboarding: true, now: clock() }
      const place = await askGoogle(request.log, chooseBusiness(deps, choice))
      await deps.accountReady(request, reply, userId)
      const { country } = place
      return {
        user: (await findAccount(db, userId)).user,
        place: placeOnTheWire(place),
        unservedCountry: country && !Object.hasOwn(deps.prices, country) ? country : null,
      }
    },
  )

  app.post(
    '/api/onboarding/complete',
    operations('businesses', requireSession.ofBusiness)(
      'completeOnboarding',
      'Finish onboarding and go live.',
      {
        body: completeOnboardingRequest.nullish(),
        response: { 200: completeOnboardingResponse },
        errors: ['xero-not-connected', 'changed-meanwhile'],
      },
    ),
    async (request) => {
      const { userId } = requireSession.who(request)
      await completeOnboarding(db, {
        userId,
        businessId: requireSession.businessOf(request),
        googleReviewUrl: request.body?.googleReviewUrl,
        now: clock(),
      })
      return { user: (await findAccount(db, userId)).user }
    },
  )
}
