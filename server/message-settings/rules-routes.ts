import {
  reviewRules,
  reviewRulesRequest,
  reviewRulesSaved,
  xeroLabels,
} from '../../contracts/shared/review-rules.ts'
import { asBusiness, type TenantTrx } from '../database/database.ts'
import type { AskDeps } from '../organisations/ask-xero.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import type { OwnerDoor } from '../sessions/require-session.ts'
import { listLabels } from './list-labels.ts'
import { findRules, saveRules } from './rules-queries.ts'
import { lockSettings, refuseIfChanged } from '../businesses/settings-version.ts'

const PART = 'the amounts, words or groups to leave out'

export const registerRulesRoutes = (
  app: Http,
  deps: OwnerDoor &
    AskDeps & {
      /** When the owner has changed whom she leaves out, in the same transaction. How many texts it cancelled. */
      exclusionsChanged: (trx: TenantTrx, businessId: string) => Promise<number>
    },
): void => {
  const { db, requireSession, clock, exclusionsChanged } = deps
  // Each list is two calls of Xero.
  const countList = deps.createLimit('xero-labels', { most: 20, seconds: 600 })
  const operation = operations('message-settings', requireSession.ofBusiness)

  app.get(
    '/api/sms/rules',
    operation('getRules', 'Show which paid invoices are left out.', { response: { 200: reviewRules } }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return asBusiness(db, businessId, (trx) => findRules(trx, businessId))
    },
  )

  app.put(
    '/api/sms/rules',
    operation('saveRules', 'Set which paid invoices are left out. Texts that wait for such are cancelled.', {
      body: reviewRulesRequest,
      response: { 200: reviewRulesSaved },
      errors: ['not-found', 'changed-meanwhile'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return asBusiness(db, businessId, async (trx) => {
        await lockSettings(trx, businessId)
        const { version: before } = await findRules(trx, businessId)
        await saveRules(trx, businessId, request.body, clock())
        const saved = await findRules(trx, businessId)
        refuseIfChanged(request.body.version, { before, after: saved.version }, PART)
        return { ...saved, cancelled: await exclusionsChanged(trx, businessId) }
      })
    },
  )

  app.get(
    '/api/sms/labels',
    operation('listLabels', 'List the contact groups and tracking options that Xero has.', {
      response: { 200: xeroLabels },
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      await countList(businessId)
      return listLabels(deps, businessId)
    },
  )
}
