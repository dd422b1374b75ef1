import {
  chooseBusinessRequest,
  chooseBusinessResponse,
  completeOnboardingResponse,
} from '../../contracts/businesses.ts'
import { findAccount } from '../sessions/account-queries.ts'
import type { Http } from '../platform/http/http.ts'
import { askGoogle } from './ask-google.ts'
import type { BusinessDeps } from './business-deps.ts'
import { chooseBusiness } from './choose-business.ts'
import { completeOnboarding } from './complete-onboarding.ts'
import { placeOnTheWire } from './place-on-the-wire.ts'

export const registerOnboardingRoutes = (app: Http, deps: BusinessDeps): void => {
  const { db, gate, clock } = deps
  const countChoice = deps.createLimit('choose-business', { most: 30, seconds: 600 })
  const onRequest = gate.signedIn
  const tags = ['onboarding']

  app.put(
    '/api/onboarding/business',
    {
      onRequest,
      schema: { body: chooseBusinessRequest, response: { 200: chooseBusinessResponse }, tags },
    },
    async (request, reply) => {
      const { userId } = gate.who(request)
      await countChoice(userId)
      const choice = { ...request.body, userId, now: clock() }
      const place = await askGoogle(request.log, chooseBusiness(deps, choice))
      await deps.accountReady(request, reply, userId)
      return { user: (await findAccount(db, userId)).user, place: placeOnTheWire(place) }
    },
  )

  app.post(
    '/api/onboarding/complete',
    { onRequest, schema: { response: { 200: completeOnboardingResponse }, tags } },
    async (request) => {
      const { userId } = gate.who(request)
      await completeOnboarding(db, { userId, businessId: gate.businessOf(request), now: clock() })
      return { user: (await findAccount(db, userId)).user }
    },
  )
}
