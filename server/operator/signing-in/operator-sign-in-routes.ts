import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { operatorSession } from '../../../contracts/operator.ts'
import type { ProblemCode } from '../../../contracts/shared/problem-codes.ts'
import { recordAct } from '../../audit/record-act.ts'
import { asSystem } from '../../database/database.ts'
import type { Oidc } from '../../integrations/google/oidc.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { operations, type Door } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import { networkOf } from '../../platform/http/rate-limit.ts'
import { newSecret } from '../../platform/seal.ts'
import type { Cookies } from '../../sessions/cookies.ts'
import { beginTrip, finishTrip, type TripFinishing } from '../../sessions/round-trip.ts'
import { stopLooking } from '../looking/stop-looking.ts'
import { beginOperatorSession, endOperatorSession } from './operator-session.ts'
import { OPERATOR_API, type OperatorCookies, type OperatorDeps } from './require-operator.ts'
import { admissionOf, type Admission, type WhoMay } from './who-may-rules.ts'

type Deps = OperatorDeps & {
  oidc: Oidc
  cookies: Cookies
  operatorCookies: OperatorCookies
  whoMay: WhoMay
  publicUrl: string
}

const openToAll: Door<ProblemCode> = { errors: [] }
const withBrowser: Door<ProblemCode> = { cookies: ['operatorBrowser'], errors: [] }

/** To the operators' issuer and back, who is signed in, and out again. */
export const registerOperatorSignInRoutes = (app: Http, deps: Deps): void => {
  const { db, clock, publicUrl, operatorCookies: cookies, requireOperator } = deps
  const { support } = deps.cookies
  const redirectUri = `${publicUrl}${OPERATOR_API}/sign-in/callback`
  const countStart = deps.createLimit('operator-sign-in', { most: 30, seconds: 60 })
  const goTo = (reply: FastifyReply, error?: string) =>
    reply.redirect(`${publicUrl}/operator${error ? `?error=${error}` : ''}`, 302)

  app.get(
    `${OPERATOR_API}/sign-in`,
    operations('operator', openToAll)('startOperatorSignIn', 'Go to the issuer of the operators.', {
      redirects: 'To the issuer, or to our own page that says why not.',
      errors: ['too-many-requests'],
    }),
    async (request, reply) => {
      await countStart(networkOf(request.ip))
      const browser = newSecret()
      cookies.browser.set(reply, browser)
      const url = await beginTrip(deps, {
        redirectUri,
        browser,
        intent: 'operator',
        prompt: 'select_account',
        now: clock(),
      }).catch((cause: unknown) => logged(request.log, cause))
      return url ? reply.redirect(url, 302) : goTo(reply, 'unavailable')
    },
  )

  app.get(
    `${OPERATOR_API}/sign-in/callback`,
    operations('operator', withBrowser)('finishOperatorSignIn', 'Come back from the issuer.', {
      querystring: z.looseObject({
        state: z.string().max(500).optional().describe('What we sent along.'),
      }),
      redirects: 'To our own page, signed in or with what went wrong.',
    }),
    async (request, reply) => {
      const outcome = await admit(deps, {
        currentUrl: `${publicUrl}${request.url}`,
        redirectUri,
        state: request.query.state,
        browser: cookies.browser.read(request),
        now: clock(),
      }).catch((cause: unknown) => logged(request.log, cause))
      cookies.browser.clear(reply)
      if (!outcome) return goTo(reply, 'failed')
      if (typeof outcome === 'string') return goTo(reply, outcome)
      const replaces = cookies.session.read(request)
      cookies.session.set(reply, await beginRecorded(deps, outcome, replaces))
      return goTo(reply)
    },
  )

  app.get(
    `${OPERATOR_API}/me`,
    operations('operator', requireOperator.door)('getOperator', 'Say which operator is signed in.', {
      response: { 200: operatorSession },
    }),
    async (request) => {
      const { name, endsAt } = requireOperator.who(request)
      return { operator: name, endsAt: endsAt.toISOString() }
    },
  )

  app.post(
    `${OPERATOR_API}/sign-out`,
    operations('operator', openToAll)('endOperatorSession', 'Sign the operator out in this browser.', {
      response: { 204: z.undefined() },
    }),
    async (request, reply) => {
      const token = cookies.session.read(request)
      const looking = support.read(request)
      const ending = { reason: 'Signed out', now: clock() }
      // The look first: its row goes with the session.
      if (looking) await asSystem(db, (trx) => stopLooking(trx, looking, ending))
      if (token) await asSystem(db, (trx) => endOperatorSession(trx, token))
      support.clear(reply)
      cookies.session.clear(reply)
      return reply.code(204).send()
    },
  )
}

type Refused = 'not-ours' | 'declined' | 'not-an-operator'

const admit = async (deps: Deps, trip: TripFinishing): Promise<Admission | Refused> => {
  const finished = await finishTrip(deps, ['operator'], trip)
  if (!finished) return 'not-ours'
  const { result } = finished
  if (result.kind !== 'person') return 'declined'
  return admissionOf(result, deps.whoMay) ?? 'not-an-operator'
}

const beginRecorded = (
  { db, clock }: Deps,
  admission: Admission,
  replaces: string | undefined,
): Promise<string> =>
  asSystem(db, async (trx) => {
    const now = clock()
    await recordAct(trx, {
      by: { kind: 'operator', name: admission.name, reason: 'To work in the console' },
      act: 'signed-in',
      businessId: null,
      details: { admittedBy: admission.admittedBy },
      now,
    })
    return beginOperatorSession(trx, { admission, replaces, now })
  })

/** A vendor's failure is shown on the page; a bug is thrown on. */
const logged = (log: { warn: (fields: object, words: string) => void }, cause: unknown): undefined => {
  if (!(cause instanceof VendorFailure)) throw cause
  log.warn({ err: cause }, 'a sign-in of an operator did not work')
  return undefined
}
