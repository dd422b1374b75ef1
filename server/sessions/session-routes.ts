import { z } from 'zod'
import { meResponse, sessionRequest, sessionResponse } from '../../contracts/sessions.ts'
import { asSystem } from '../database/database.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import { deactivated, findAccount, findErasesAt } from './account-queries.ts'
import type { Cookies } from './cookies.ts'
import { countingGuesses } from './count-guesses.ts'
import { redeemOneTimeToken } from './one-time-token.ts'
import { openToAll, withBrowser, type AccountReady, type OwnerDoor } from './require-session.ts'
import { beginSession, endSession } from './session.ts'

export const registerSessionRoutes = (
  app: Http,
  deps: OwnerDoor & { cookies: Cookies; accountReady: AccountReady },
): void => {
  const { db, requireSession, cookies, clock } = deps
  const countGuess = deps.createLimit('token-guess', { most: 20, seconds: 600 })

  app.post(
    '/api/auth/session',
    operations('sessions', withBrowser)('beginSession', 'Redeem a one-time token for a session.', {
      body: sessionRequest,
      response: { 200: sessionResponse },
      errors: ['token-not-valid', 'deactivated', 'too-many-requests'],
    }),
    async (request, reply) => {
      const now = clock()
      const earlier = cookies.session.read(request)
      const { session, user, erasesAt } = await asSystem(db, async (trx) => {
        const userId = await redeemOneTimeToken(trx, {
          token: request.body.token,
          browser: cookies.browser.read(request),
          purpose: 'session',
          now,
        })
        const account = await findAccount(trx, userId)
        if (account.isDeactivated)
          return { user: account.user, erasesAt: await findErasesAt(trx, account.businessId) }
        return { session: await beginSession(trx, { userId, replaces: earlier, now }), user: account.user }
      }).catch((cause: unknown) => countingGuesses(cause, request, countGuess))
      if (!session) throw deactivated(erasesAt)
      cookies.session.set(reply, session)
      cookies.earlier.clear(reply)
      await deps.accountReady(request, reply, user.id)
      return { user }
    },
  )

  app.get(
    '/api/auth/me',
    operations('sessions', requireSession.signedIn)('getCurrentUser', 'Say who is signed in.', {
      response: { 200: meResponse },
    }),
    async (request) => {
      const { userId, support } = requireSession.who(request)
      const { user } = await findAccount(db, userId)
      return {
        user,
        ...(support && {
          lookedAtBy: { operator: support.operator, endsAt: support.endsAt.toISOString() },
        }),
      }
    },
  )

  app.post(
    '/api/auth/logout',
    operations('sessions', openToAll)('endSession', 'Sign out in this browser.', {
      response: { 204: z.undefined() },
    }),
    async (request, reply) => {
      const token = cookies.session.read(request)
      if (token) await asSystem(db, (trx) => endSession(trx, token))
      cookies.session.clear(reply)
      cookies.earlier.clear(reply)
      cookies.checkout.clear(reply)
      return reply.code(204).send()
    },
  )
}
