import { z } from 'zod'

export const user = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  /** Null until a business is chosen. */
  businessName: z.string().nullable(),
  googleReviewUrl: z.string().nullable(),
  isOnboardingComplete: z.boolean(),
})
export type User = z.infer<typeof user>

export const signInIntent = z.enum(['sign-in', 'register', 'reactivate'])
export type SignInIntent = z.infer<typeof signInIntent>

/** `GET /api/auth/google`: a top-level navigation, answered with a redirect to the issuer. */
export const signInQuery = z.object({
  intent: signInIntent.default('sign-in'),
  /** `none` asks silently; where the issuer wants to see the person, the answer is `/login`. */
  prompt: z.enum(['none', 'select_account']).optional(),
})

export const oneTimeToken = z.string().regex(/^[A-Za-z0-9_-]{22,128}$/, 'is not a sign-in token')

/** `POST /api/auth/session` → sets the session cookie. */
export const sessionRequest = z.object({ token: oneTimeToken })
export const sessionResponse = z.object({ user })
export type SessionResponse = z.infer<typeof sessionResponse>

/** `GET /api/auth/me` */
export const meResponse = sessionResponse

/** `POST /api/auth/reactivate` with the token of `/auth/reactivate?token=`; `token` is then redeemed for a session. */
export const reactivateRequest = z.object({ token: oneTimeToken })
export const reactivateResponse = z.object({
  user,
  token: z.string(),
  requiresXeroReconnection: z.boolean(),
})
export type ReactivateResponse = z.infer<typeof reactivateResponse>
