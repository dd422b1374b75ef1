import { z } from 'zod'
import { user } from './accounts.ts'
import { place, placeId, placesSessionToken } from './places.ts'

/**
 * `PUT /api/onboarding/business`: call it when the owner picks a search result. It asks Google for the place once,
 * keeps the choice (so that onboarding can be resumed), and answers with rating and address to show.
 */
export const chooseBusinessRequest = z.object({ placeId, sessionToken: placesSessionToken.optional() })
export const chooseBusinessResponse = z.object({ user, place })
export type ChooseBusinessResponse = z.infer<typeof chooseBusinessResponse>

/** `POST /api/onboarding/complete`, without a body. */
export const completeOnboardingResponse = z.object({ user })
export type CompleteOnboardingResponse = z.infer<typeof completeOnboardingResponse>
