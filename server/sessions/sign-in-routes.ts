import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { signInQuery } from '../../contracts/sessions.ts'
import { VendorFailure } from '../platform/errors.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import { networkOf } from '../platform/http/rate-limit.ts'
import type { Oidc } from '../integrations/google/oidc.ts'
import type { Cookies } from './cookies.ts'
import { finishSignIn, type SignedIn, type SignInOutcome } from './finish-sign-in.ts'
import { openToAll, withBrowser, type OwnerDoor } from './require-session.ts'
import { startSignIn } from './start-sign-in.ts'

/** To the issuer and back: both are navigations of the browser, so both answer with a redirect, never with JSON. */
export const registerSignInRoutes = (
  app: Http,
  deps: Omit<OwnerDoor, 'requireSession'> & { oidc: Oidc; cookies: Cookies; publicUrl: string },
): void => {
  const { cookies, clock, publicUrl } = deps
  const redirectUri = `${publicUrl}/api/auth/google/callback`
  const countStart = deps.createLimit('sign-in', { most: 60, seconds: 60 })
  const goTo = (reply: FastifyReply, path: string) => reply.redirect(`${publicUrl}${path}`, 302)

  app.get(
    '/api/auth/google',
    operations('sessions', openToAll)('startSignIn', 'Go to Google to sign in.', {
      querystring: signInQuery,
      redirects: 'To Google, or to our own page that says why not.',
      errors: ['too-many-requests'],
    }),
    async (request, reply) => {
      await countStart(networkOf(request.ip))
      const { intent } = request.query
      const isToReactivate = intent === 'reactivate'
      // It may take back an erasure: begun by a press on our page, and asked at Google, never by another site's link.
      if (isToReactivate && isFromElsewhere(request)) return goTo(reply, '/auth/reactivate')
      const prompt = isToReactivate ? 'select_account' : request.query.prompt
      const url = await startSignIn(deps, {
        redirectUri,
        browser: cookies.browser.ensure(request, reply),
        intent,
        prompt,
        earlierSession: cookies.session.read(request) ?? cookies.earlier.read(request),
        now: clock(),
      }).catch((cause: unknown) => logged(request.log, cause))
      if (url) return reply.redirect(url, 302)
      return goTo(reply, prompt === 'none' ? '/login' : failedPath('unavailable'))
    },
  )

  app.get(
    '/api/auth/google/callback',
    operations('sessions', withBrowser)('finishSignIn', 'Come back from Google.', {
      querystring: callbackQuery,
      redirects: 'To our own page, with a one-time token for a session or with what went wrong.',
    }),
    async (request, reply) => {
      const outcome = await finishSignIn(deps, {
        currentUrl: `${publicUrl}${request.url}`,
        redirectUri,
        state: request.query.state,
        browser: cookies.browser.read(request),
        now: clock(),
      }).catch((cause: unknown) => logged(request.log, cause))
      return goTo(reply, outcome ? pathAfter(outcome) : failedPath('failed'))
    },
  )
}

/** A browser that does not say where it stands may be an older one. */
const isFromElsewhere = ({ headers }: FastifyRequest): boolean =>
  (headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin'

// The issuer adds parameters that only its own client reads.
const callbackQuery = z.looseObject({
  state: z.string().max(500).optional().describe('What we sent along.'),
})

/** The page of ours to which each outcome redirects. No part of these comes from the request. */
const pathAfter = (outcome: SignInOutcome): string => {
  switch (outcome.kind) {
    case 'signed-in':
      return outcome.purpose === 'reactivate'
        ? `/auth/reactivate?token=${outcome.token}`
        : `/auth/callback?token=${outcome.token}&redirect=${redirectOf(outcome)}`
    case 'login-required':
      return '/login'
    default:
      return outcome.isSilent ? '/login' : failedPath(outcome.kind)
  }
}

/** Whoever asked for a deactivated account and chose an active one goes on where that is said. */
const redirectOf = ({ intent, isOnboarded }: SignedIn): string => {
  if (intent === 'reactivate') return 'reactivate'
  return isOnboarded ? 'dashboard' : 'onboarding'
}

const failedPath = (code: string): string => `/auth/callback?error=${code}`

/** A vendor's failure is shown on the page; a bug is thrown on. */
const logged = (log: { warn: (fields: object, words: string) => void }, cause: unknown): undefined => {
  if (!(cause instanceof VendorFailure)) throw cause
  log.warn({ err: cause }, 'a sign-in did not work')
  return undefined
}
