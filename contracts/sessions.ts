import { z } from 'zod'
import { moment, shape } from './shared/values.ts'

export const user = shape('User', {
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  businessName: z.string().nullable().describe('Null until a business is chosen.'),
  googleReviewUrl: z.string().nullable(),
  isOnboardingComplete: z.boolean(),
})
export type User = z.infer<typeof user>

export const signInIntent = z.enum(['sign-in', 'register', 'reactivate']).meta({ id: 'SignInIntent' })
export type SignInIntent = z.infer<typeof signInIntent>

/** `GET /api/auth/google`: a top-level navigation, answered with a redirect to the issuer. */
export const signInQuery = z.object({
  intent: signInIntent.default('sign-in').describe('What the person wants.'),
  prompt: z
    .enum(['none', 'select_account'])
    .optional()
    .describe(
      '`none` asks silently; where the issuer wants to see the person, the answer is `/login`. `reactivate` always asks.',
    ),
})

export const oneTimeToken = z.string().regex(/^[A-Za-z0-9_-]{22,128}$/, 'is not a sign-in token')

/** `POST /api/auth/session` → sets the session cookie. */
export const sessionRequest = shape('SessionRequest', { token: oneTimeToken })
export const sessionResponse = shape('SessionResponse', { user })
export type SessionResponse = z.infer<typeof sessionResponse>

/** `GET /api/auth/me` */
export const meResponse = shape('CurrentUser', {
  user,
  lookedAtBy: shape('Looking', { operator: z.string(), endsAt: moment })
    .optional()
    .describe('Not the owner herself: an operator looks at her screens, and can change nothing.'),
})
export type MeResponse = z.infer<typeof meResponse>

/** `POST /api/auth/reactivate` with the token of `/auth/reactivate?token=`; `token` is then redeemed for a session. */
export const reactivateRequest = shape('ReactivateRequest', { token: oneTimeToken })
export const reactivateResponse = shape('ReactivateResponse', {
  user,
  token: z.string(),
  requiresXeroReconnection: z.boolean(),
})
export type ReactivateResponse = z.infer<typeof reactivateResponse>
