import { z } from 'zod'
import {
  eraseCustomerRequest,
  eraseCustomerResponse,
  grantRequest,
  ofBusiness,
  pauseRequest,
  resumeRequest,
  sweepRequest,
  sweepResponse,
} from '../../../contracts/operator.ts'
import { actHeaders } from '../../../contracts/shared/values.ts'
import { recordAct } from '../../audit/record-act.ts'
import { asBusiness, type TenantTrx } from '../../database/database.ts'
import { grantFunds } from '../../flows/funds/grant-funds.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Http } from '../../platform/http/http.ts'
import { OPERATOR_API, type OperatorDeps } from '../signing-in/require-operator.ts'
import { eraseOrLook } from './erase-or-look.ts'
import { operatorAct } from './operator-act.ts'
import { pauseBusiness, resumeBusiness } from './pause-business.ts'
import { enqueueSweeps } from './enqueue-sweeps.ts'

type Deps = OperatorDeps & {
  hashPhone: (phone: string) => Buffer
  /** Texts that waited for funds are due from then on: not by this process's own clock. */
  databaseNow: () => Promise<Date>
}

const done = { 204: z.undefined() }

/** What an operator does to one business: each act and its line in the audit log are one transaction. */
export const registerBusinessActRoutes = (app: Http, deps: Deps): void => {
  const { db, clock, databaseNow, requireOperator, hashPhone } = deps
  const act = operatorAct(requireOperator)
  const at = `${OPERATOR_API}/businesses/:businessId`

  app.post(
    `${at}/grant`,
    act('grantFunds', 'Give a business funds.', {
      params: ofBusiness,
      headers: actHeaders,
      body: grantRequest,
      response: done,
      errors: ['key-used', 'not-found'],
    }),
    async (request, reply) => {
      const { businessId } = request.params
      const { amount, reason } = request.body
      const now = await databaseNow()
      const cents = Math.round(amount * 100)
      const reference = `operator:${request.headers['idempotency-key'] ?? crypto.randomUUID()}`
      await asBusiness(db, businessId, async (trx) => {
        await known(trx, businessId)
        const isNew = await grantFunds(trx, businessId, { cents, note: reason, reference, now })
        const by = requireOperator.acting(request)
        if (isNew) await recordAct(trx, { by, act: 'granted-funds', businessId, details: { cents }, now })
      })
      return reply.code(204).send()
    },
  )

  for (const { path, id, summary, body, verb, name } of SWITCHES)
    app.post(
      `${at}/${path}`,
      act(id, summary, { params: ofBusiness, body, response: done, errors: ['not-found'] }),
      async (request, reply) => {
        const { businessId } = request.params
        const now = clock()
        await asBusiness(db, businessId, async (trx) => {
          await known(trx, businessId)
          const by = requireOperator.acting(request)
          const isChanged = await verb(trx, businessId, { reason: request.body.reason, now })
          if (isChanged) await recordAct(trx, { by, act: name, businessId, now })
        })
        return reply.code(204).send()
      },
    )

  app.post(
    `${at}/sweep`,
    act('sweepNow', 'Ask Xero now for what no webhook reported.', {
      params: ofBusiness,
      body: sweepRequest,
      response: { 200: sweepResponse },
      errors: ['not-found', 'xero-not-connected'],
    }),
    async (request) => {
      const { businessId } = request.params
      const by = requireOperator.acting(request)
      return asBusiness(db, businessId, async (trx) => {
        await known(trx, businessId)
        const organisations = await enqueueSweeps(trx, businessId)
        const details = { organisations }
        await recordAct(trx, { by, act: 'swept-now', businessId, details, now: clock() })
        return details
      })
    },
  )

  app.post(
    `${at}/erase-customer`,
    act(
      'eraseCustomerForBusiness',
      'Erase a customer’s names, phone, e-mail and texts, or say what that would be.',
      {
        params: ofBusiness,
        body: eraseCustomerRequest,
        response: { 200: eraseCustomerResponse },
        errors: ['not-found', 'invalid-phone', 'being-sent'],
      },
    ),
    async (request) => {
      const { businessId } = request.params
      const { reason: _kept, ...wanted } = request.body
      const by = requireOperator.acting(request)
      await asBusiness(db, businessId, (trx) => known(trx, businessId))
      return eraseOrLook({ db, hashPhone }, { businessId, ...wanted, by, now: clock() })
    },
  )
}

const SWITCHES = [
  {
    path: 'pause',
    id: 'pauseBusiness',
    summary: 'Switch a business off until it is resumed; its owner reads why.',
    body: pauseRequest,
    verb: pauseBusiness,
    name: 'paused-business',
  },
  {
    path: 'resume',
    id: 'resumeBusiness',
    summary: 'Put the switch of a paused business back to where its owner had it.',
    body: resumeRequest,
    verb: resumeBusiness,
    name: 'resumed-business',
  },
] as const

/** Throws Refusal 404 for one that is not there. */
const known = async (trx: TenantTrx, businessId: string): Promise<void> => {
  const found = await trx
    .selectFrom('businesses')
    .select('id')
    .where('id', '=', businessId)
    .executeTakeFirst()
  if (!found) throw new Refusal('not-found', 404, 'There is no such business.')
}
