import { z } from 'zod'
import { auditPage } from '../../contracts/audit.ts'
import { supportConsentRequest, supportState } from '../../contracts/support.ts'
import { cursor } from '../../contracts/shared/values.ts'
import { readAuditLog } from '../audit/audit-queries.ts'
import { recordAct } from '../audit/record-act.ts'
import { asBusiness, type TenantTrx } from '../database/database.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import type { OwnerDoor } from '../sessions/require-session.ts'
import { findConsent, giveConsent, withdrawConsent } from './support-consent.ts'

/** What an owner allows support, and what was done about her business. */
export const registerSupportRoutes = (app: Http, { db, clock, requireSession }: OwnerDoor): void => {
  const operation = operations('support', requireSession.ofBusiness)
  const stateOf = async (trx: TenantTrx, businessId: string) => {
    const consent = await findConsent(trx, businessId, clock())
    return { mayLookUntil: consent?.endsAt.toISOString() ?? null }
  }

  app.get(
    '/api/support',
    operation('getSupport', 'Say until when support may look at these screens.', {
      response: { 200: supportState },
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return asBusiness(db, businessId, (trx) => stateOf(trx, businessId))
    },
  )

  app.post(
    '/api/support/consent',
    operation(
      'letSupportLook',
      'Let support look at these screens for some hours, in place of an earlier time.',
      {
        body: supportConsentRequest,
        response: { 200: supportState },
      },
    ),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { userId } = requireSession.who(request)
      const { hours } = request.body
      const now = clock()
      return asBusiness(db, businessId, async (trx) => {
        await giveConsent(trx, { businessId, userId, hours, now })
        const by = { kind: 'owner', name: userId } as const
        await recordAct(trx, { by, act: 'let-support-in', businessId, details: { hours }, now })
        return stateOf(trx, businessId)
      })
    },
  )

  app.post(
    '/api/support/withdraw',
    operation('stopSupport', 'Take the consent back: whoever looks is out at once.', {
      response: { 200: supportState },
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { userId } = requireSession.who(request)
      const now = clock()
      return asBusiness(db, businessId, async (trx) => {
        const by = { kind: 'owner', name: userId } as const
        if (await withdrawConsent(trx, businessId, now))
          await recordAct(trx, { by, act: 'let-support-out', businessId, now })
        return stateOf(trx, businessId)
      })
    },
  )

  app.get(
    '/api/support/log',
    operation(
      'listSupportActs',
      'List what was done about the business, by whom and why, the newest first.',
      {
        querystring: z.object({ cursor: cursor.optional() }),
        response: { 200: auditPage },
        errors: ['invalid-cursor'],
      },
    ),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return asBusiness(db, businessId, (trx) =>
        readAuditLog(trx, { businessId, cursor: request.query.cursor }),
      )
    },
  )
}
