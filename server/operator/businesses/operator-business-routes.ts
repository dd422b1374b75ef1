import { z } from 'zod'
import { auditPage } from '../../../contracts/audit.ts'
import { businessesPage, businessesQuery, ofBusiness, operatorBusiness } from '../../../contracts/operator.ts'
import { DEFAULT_SILENT_DAYS } from '../../../contracts/shared/operator-terms.ts'
import { cursor } from '../../../contracts/shared/values.ts'
import { readAuditLog } from '../../audit/audit-queries.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import { OPERATOR_API, type OperatorDeps } from '../signing-in/require-operator.ts'
import { findBusinesses } from './find-businesses.ts'
import { showBusiness } from './show-business.ts'

const logQuery = z.object({ cursor: cursor.optional() })

/** What an operator reads of businesses, and the audit log. */
export const registerOperatorBusinessRoutes = (
  app: Http,
  {
    db,
    clock,
    requireOperator,
    prices,
    isLive,
  }: OperatorDeps & { prices: Record<string, number>; isLive: boolean },
): void => {
  const operation = operations('operator', requireOperator.door)
  const leastCents = Math.min(...Object.values(prices))

  app.get(
    `${OPERATOR_API}/businesses`,
    operation('listAllBusinesses', 'List businesses by name, with what is wrong with each.', {
      querystring: businessesQuery,
      response: { 200: businessesPage },
      errors: ['invalid-cursor'],
    }),
    (request) => findBusinesses(db, { ...request.query, leastCents, now: clock() }),
  )

  app.get(
    `${OPERATOR_API}/businesses/:businessId`,
    operation('showBusiness', 'Show one business as support sees it.', {
      params: ofBusiness,
      response: { 200: operatorBusiness },
      errors: ['not-found'],
    }),
    (request) =>
      showBusiness(db, request.params.businessId, {
        silentDays: DEFAULT_SILENT_DAYS,
        leastCents,
        now: clock(),
        isLive,
      }),
  )

  app.get(
    `${OPERATOR_API}/businesses/:businessId/log`,
    operation('listActsOnBusiness', 'List what was done about one business, the newest first.', {
      params: ofBusiness,
      querystring: logQuery,
      response: { 200: auditPage },
      errors: ['invalid-cursor'],
    }),
    ({ params, query }) => readAuditLog(db, { businessId: params.businessId, cursor: query.cursor }),
  )

  app.get(
    `${OPERATOR_API}/log`,
    operation('listActs', 'List what operators, owners and the system did, the newest first.', {
      querystring: logQuery,
      response: { 200: auditPage },
      errors: ['invalid-cursor'],
    }),
    ({ query }) => readAuditLog(db, { businessId: null, cursor: query.cursor }),
  )
}
