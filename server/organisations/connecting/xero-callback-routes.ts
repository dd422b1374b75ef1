import { z } from 'zod'
import { isXeroReturn, XERO_RETURNS, type XeroReturn } from '../../../contracts/shared/xero-returns.ts'
import { Refusal, VendorFailure } from '../../platform/errors.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import type { Cookies } from '../../sessions/cookies.ts'
import { withBrowser } from '../../sessions/require-session.ts'
import type { SessionDeps } from '../open-session.ts'
import { connectOrganisations } from './connect-organisations.ts'
import { takeConsent } from './xero-consent.ts'

// Xero adds parameters that we do not use.
const callbackQuery = z.looseObject({
  code: z.string().max(2000).optional().describe('What Xero gives tokens for.'),
  state: z.string().max(500).optional().describe('What we sent along.'),
  error: z.string().max(500).optional().describe('Why there is no code.'),
})

/** Back from Xero: a navigation of the popup, which always ends on the page that posts the result to its opener. */
export const registerXeroCallback = (
  app: Http,
  deps: SessionDeps & { clock: () => Date; cookies: Cookies; publicUrl: string; redirectUri: string },
): void => {
  const { db, cookies, clock, publicUrl, redirectUri } = deps

  app.get(
    '/api/xero/callback',
    operations('organisations', withBrowser)('finishXeroConsent', 'Come back from Xero.', {
      querystring: callbackQuery,
      redirects: 'To the page that posts the result to its opener.',
    }),
    async (request, reply) => {
      const { code, state, error } = request.query
      const now = clock()
      const result = new URLSearchParams()
      try {
        const browser = cookies.browser.read(request)
        const businessId = await takeConsent(db, { state, browser, now })
        if (!businessId) throw notBegunHere()
        if (error === DECLINED) throw cancelled()
        if (error || !code) throw notGranted()
        const { taken } = await connectOrganisations(deps, { businessId, code, redirectUri, now })
        result.set('xero', 'success')
        if (taken.length > 0) result.set('message', XERO_RETURNS['some-taken'])
      } catch (cause) {
        result.set('xero', 'error')
        result.set('message', XERO_RETURNS[reasonOf(cause)])
        if (cause instanceof VendorFailure) request.log.warn({ err: cause }, 'Xero could not be connected')
        else if (!(cause instanceof Refusal)) request.log.error({ err: cause }, 'Xero could not be connected')
      }
      return reply.redirect(`${publicUrl}/xero/callback?${result}`, 302)
    },
  )
}

/** Of RFC 6749, 4.1.2.1: whoever was asked said no. */
const DECLINED = 'access_denied'

const reasonOf = (cause: unknown): XeroReturn => {
  if (cause instanceof Refusal) return isXeroReturn(cause.code) ? cause.code : 'xero-failed'
  if (cause instanceof VendorFailure && (cause.kind === 'retry-later' || cause.kind === 'outcome-unknown'))
    return 'xero-away'
  return 'xero-failed'
}

const refusal = (code: XeroReturn): Refusal => new Refusal(code, 400, XERO_RETURNS[code])

const notBegunHere = (): Refusal => refusal('consent-not-valid')

const cancelled = (): Refusal => refusal('consent-declined')

/** What Xero gives as its reason may have been written by anybody: it is not kept. */
const notGranted = (): VendorFailure =>
  new VendorFailure('xero', 'rejected', 'consent-failed', 'Xero came back without a consent.')
