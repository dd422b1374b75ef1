import { z } from 'zod'
import { ofBusiness, openAsOwnerRequest } from '../../../contracts/operator.ts'
import { recordAct } from '../../audit/record-act.ts'
import { asSystem } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import type { Cookies } from '../../sessions/cookies.ts'
import { beginSupportSession } from '../../sessions/support-session.ts'
import { findConsent } from '../../support/support-consent.ts'
import { operatorAct } from '../acts/operator-act.ts'
import { OPERATOR_API, type OperatorDeps } from '../signing-in/require-operator.ts'
import { stopLooking } from './stop-looking.ts'

/** An operator looks at an owner's screens while the owner allows it. */
export const registerLookRoutes = (
  app: Http,
  { db, clock, requireOperator, cookies }: OperatorDeps & { cookies: Cookies },
): void => {
  app.post(
    `${OPERATOR_API}/businesses/:businessId/look`,
    operatorAct(requireOperator)(
      'openAsOwner',
      'Look at the owner’s screens, with her consent; only to read.',
      {
        params: ofBusiness,
        body: openAsOwnerRequest,
        response: { 204: z.undefined() },
        errors: ['no-consent'],
      },
    ),
    async (request, reply) => {
      const { businessId } = request.params
      const now = clock()
      const operator = requireOperator.who(request)
      const token = await asSystem(db, async (trx) => {
        const consent = await findConsent(trx, businessId, now)
        if (!consent) throw noConsent()
        await recordAct(trx, {
          by: requireOperator.acting(request),
          act: 'opened-as-owner',
          businessId,
          now,
        })
        return beginSupportSession(trx, { businessId, consent, operator, now })
      })
      cookies.support.set(reply, token)
      return reply.code(204).send()
    },
  )

  app.post(
    `${OPERATOR_API}/stop-looking`,
    operations('operator', requireOperator.door)('stopLooking', 'Leave the owner’s screens.', {
      response: { 204: z.undefined() },
    }),
    async (request, reply) => {
      const token = cookies.support.read(request)
      const ending = { reason: 'Has seen enough', now: clock() }
      if (token) await asSystem(db, (trx) => stopLooking(trx, token, ending))
      cookies.support.clear(reply)
      return reply.code(204).send()
    },
  )
}

const noConsent = (): Refusal =>
  new Refusal('no-consent', 409, 'The owner does not let support look: she allows it on her account page.')
