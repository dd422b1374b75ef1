import { z } from 'zod'
import { Refusal, VendorFailure } from '../../platform/errors.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import type { Cookies } from '../../sessions/cookies.ts'
import { withBrowser } from '../../sessions/require-session.ts'
import { connectProfile } from './connect-profile.ts'
import type { ProfileDeps } from './profile-deps.ts'
import { takeProfileConsent } from './profile-consent.ts'

// Google adds parameters that we do not use.
const callbackQuery = z.looseObject({
  code: z.string().max(2000).optional().describe('What Google gives tokens for.'),
  state: z.string().max(500).optional().describe('What we sent along.'),
  error: z.string().max(500).optional().describe('Why there is no code.'),
})

/** What the screen says of it in its own words: no text of anybody's travels in the address. */
export type ProfileReturn =
  | 'connected'
  | 'declined'
  | 'not-granted'
  | 'not-begun'
  | 'detaching'
  | 'unavailable'
  | 'failed'

/** Back from Google: a navigation, which always ends on the page about the business at Google. */
export const registerProfileCallback = (
  app: Http,
  deps: ProfileDeps & { cookies: Cookies; publicUrl: string; redirectUri: string },
): void => {
  const { db, cookies, clock, publicUrl, redirectUri } = deps

  app.get(
    '/api/reviews/callback',
    operations('reviews', withBrowser)('finishReviewsConsent', 'Come back from Google.', {
      querystring: callbackQuery,
      redirects: 'To the page about the business at Google, with what came of it.',
    }),
    async (request, reply) => {
      const { code, state, error } = request.query
      const consent = await takeProfileConsent(db, {
        state,
        browser: cookies.browser.read(request),
        now: clock(),
      })
      const back = (result: ProfileReturn) =>
        reply.redirect(`${publicUrl}/dashboard?tab=google&reviews=${result}`, 302)
      if (!consent) return back('not-begun')
      if (error === 'access_denied') return back('declined')
      if (error || !code) return back('failed')
      try {
        await connectProfile(deps, { ...consent, code, redirectUri })
        return back('connected')
      } catch (cause) {
        if (cause instanceof VendorFailure) request.log.warn({ err: cause }, 'reviews could not be connected')
        else if (!(cause instanceof Refusal))
          request.log.error({ err: cause }, 'reviews could not be connected')
        return back(resultOf(cause))
      }
    },
  )
}

const resultOf = (cause: unknown): ProfileReturn => {
  if (cause instanceof Refusal) {
    if (cause.code === 'reviews-not-granted') return 'not-granted'
    return cause.code === 'reviews-detaching' ? 'detaching' : 'failed'
  }
  return cause instanceof VendorFailure && cause.kind === 'retry-later' ? 'unavailable' : 'failed'
}
