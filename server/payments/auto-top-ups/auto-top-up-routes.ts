import type { FastifyRequest } from 'fastify'
import { autoTopUp, autoTopUpRequest, cardSetupDone, cardSetupResponse } from '../../../contracts/payments.ts'
import { actHeaders, type ActHeaders } from '../../../contracts/shared/values.ts'
import { isFirstTime, type Act } from '../../database/act-once.ts'
import { asBusiness } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import { holdActive } from '../../sessions/account-queries.ts'
import type { OwnerDoor } from '../../sessions/require-session.ts'
import { lockAutoTopUp, turnOffAutoTopUp } from './auto-top-up-queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { applyCardSetup } from './apply-card-setup.ts'
import { presentAutoTopUp } from './present-auto-top-up.ts'
import { startCardSetup } from './start-card-setup.ts'
import { removeCard, turnOnAutoTopUp } from './set-auto-top-up.ts'

export const registerAutoTopUpRoutes = (
  app: Http,
  deps: OwnerDoor & PaymentDeps & { publicUrl: string },
): void => {
  const { db, requireSession, clock } = deps
  const operation = operations('payments', requireSession.ofBusiness)
  const countVisits = deps.createLimit('card-setup', { most: 20, seconds: 600 })
  const present = (businessId: string) =>
    asBusiness(db, businessId, (trx) => presentAutoTopUp(trx, businessId, clock()))

  const actOf = (request: FastifyRequest, asked: unknown): Act => ({
    businessId: requireSession.businessOf(request),
    key: (request.headers as ActHeaders)['idempotency-key'],
    asked,
    now: clock(),
  })

  app.get(
    '/api/auto-top-up',
    operation('getAutoTopUp', 'Show how funds fill up by themselves.', { response: { 200: autoTopUp } }),
    (request) => present(requireSession.businessOf(request)),
  )

  app.put(
    '/api/auto-top-up',
    operation('saveAutoTopUp', 'Switch automatic top-ups on, with the terms agreed to, or off.', {
      headers: actHeaders,
      body: autoTopUpRequest,
      response: { 200: autoTopUp },
      errors: ['key-used'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const who = { businessId, userId: requireSession.who(request).userId }
      const wanted = request.body
      await asBusiness(db, businessId, async (trx) => {
        if (!(await isFirstTime(trx, actOf(request, wanted)))) return
        // Before the lock of the top-ups, in the order of locks of a deactivation.
        await holdActive(trx, businessId)
        await lockAutoTopUp(trx, businessId)
        if (wanted.isOn) await turnOnAutoTopUp(trx, who, wanted, clock())
        else await turnOffAutoTopUp(trx, businessId)
      })
      return present(businessId)
    },
  )

  app.post(
    '/api/auto-top-up/card',
    operation('startCardSetup', 'Open Stripe’s page on which a card is left.', {
      headers: actHeaders,
      response: { 200: cardSetupResponse },
      errors: ['auto-top-up-off', 'key-used', 'vendor-busy', 'vendor-failed'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      await countVisits(businessId)
      const key = request.headers['idempotency-key'] ?? crypto.randomUUID()
      return startCardSetup(deps, { businessId, userId: requireSession.who(request).userId, key })
    },
  )

  app.put(
    '/api/auto-top-up/card',
    operation('finishCardSetup', 'Keep the card that was left on Stripe’s page.', {
      body: cardSetupDone,
      response: { 200: autoTopUp },
      errors: ['card-not-found', 'vendor-busy', 'vendor-failed'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { sessionId } = request.body
      const known = await asBusiness(db, businessId, (trx) =>
        trx.selectFrom('card_setups').select('id').where('session_id', '=', sessionId).executeTakeFirst(),
      )
      if (!known) throw new Refusal('card-not-found', 404, 'We could not find this card.')
      await applyCardSetup(deps, sessionId)
      return present(businessId)
    },
  )

  app.delete(
    '/api/auto-top-up/card',
    operation('removeCard', 'Forget the card and switch automatic top-ups off.', {
      headers: actHeaders,
      response: { 200: autoTopUp },
      errors: ['key-used'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      await asBusiness(db, businessId, async (trx) => {
        if (await isFirstTime(trx, actOf(request, 'remove the card'))) await removeCard(trx, businessId)
      })
      return present(businessId)
    },
  )
}
