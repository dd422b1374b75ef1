import { z } from 'zod'
import { reactivateRequest, reactivateResponse } from '../../../contracts/sessions.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import type { Cookies } from '../../sessions/cookies.ts'
import { countingGuesses } from '../../sessions/count-guesses.ts'
import { withBrowser, type OwnerDoor } from '../../sessions/require-session.ts'
import { deactivateAccount } from './deactivate-account.ts'
import { reactivateAccount } from './reactivate-account.ts'

export const registerDeactivationRoutes = (app: Http, deps: OwnerDoor & { cookies: Cookies }): void => {
  const { db, requireSession, cookies, clock } = deps
  const countGuess = deps.createLimit('token-guess', { most: 20, seconds: 600 })

  app.post(
    '/api/auth/deactivate',
    operations('accounts', requireSession.signedIn)(
      'deactivateAccount',
      'Stop everything and sign out everywhere.',
      {
        response: { 204: z.undefined() },
      },
    ),
    async (request, reply) => {
      const { userId, businessId } = requireSession.who(request)
      await deactivateAccount(db, { userId, businessId, now: clock() })
      cookies.session.clear(reply)
      return reply.code(204).send()
    },
  )

  app.post(
    '/api/auth/reactivate',
    operations('accounts', withBrowser)('reactivateAccount', 'Bring a deactivated account back.', {
      body: reactivateRequest,
      response: { 200: reactivateResponse },
      errors: ['token-not-valid', 'erased', 'too-many-requests'],
    }),
    async (request) => {
      const { token } = request.body
      const browser = cookies.browser.read(request)
      return reactivateAccount(db, { token, browser, now: clock() }).catch((cause: unknown) =>
        countingGuesses(cause, request, countGuess),
      )
    },
  )
}
