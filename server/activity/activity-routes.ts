import { Readable } from 'node:stream'
import { z } from 'zod'
import {
  type RetriesResponse,
  type RetryResponse,
  activityPage,
  activityParams,
  activityQuery,
  activityTotals,
  activityTotalsQuery,
  retriesRequest,
  retriesResponse,
  retryResponse,
  toMendPage,
} from '../../contracts/activity.ts'
import { actHeaders } from '../../contracts/shared/values.ts'
import type { OwnerDoor } from '../sessions/require-session.ts'
import { findTimeZone } from '../businesses/business-time-zone.ts'
import { asBusiness } from '../database/database.ts'
import { momentOfPlace, readCursor, writeCursor } from '../platform/http/cursor.ts'
import { addDays, localDate, startOfDay } from '../platform/dates.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import { findExpectedTurns, type TurnDeps } from '../review-requests/sending/pace/waiting-turns.ts'
import { searchPatterns } from '../review-requests/timeline/search-rules.ts'
import { recordExport } from '../audit/record-export.ts'
import { countOutcomes, findActivityPage, findStanding } from './activity-queries.ts'
import { findToMend } from './to-mend-queries.ts'
import { exportActivity } from './export-activity.ts'
import { newestFirst, presentActivity } from './activity-rules.ts'
import { totalActivity } from './activity-totals-rules.ts'

/** Reads an invoice from Xero again and decides anew. Throws Refusal. */
type RetryInvoice = (asked: {
  businessId: string
  invoiceId: string
  requestId: string
  key: string | undefined
}) => Promise<RetryResponse>

/** The same for many of them at once. */
type RetryInvoices = (asked: {
  businessId: string
  invoiceIds: string[]
  requestId: string
}) => Promise<RetriesResponse>

const PAGE_SIZE = 50
const place = z.object({ at: momentOfPlace, id: z.guid() })

export const registerActivityRoutes = (
  app: Http,
  deps: OwnerDoor & TurnDeps & { retryInvoice: RetryInvoice; retryInvoices: RetryInvoices },
): void => {
  const { db, requireSession, clock } = deps
  const countRetry = deps.createLimit('retry-invoice', { most: 60, seconds: 600 })
  const countRetries = deps.createLimit('retry-invoices', { most: 30, seconds: 600 })
  const countExport = deps.createLimit('export-activity', { most: 12, seconds: 3600 })
  const operation = operations('activity', requireSession.ofBusiness)

  app.get(
    '/api/activity',
    operation(
      'listActivity',
      'List the paid invoices and what became of each, by the moment of the decision.',
      {
        querystring: activityQuery,
        response: { 200: activityPage },
        errors: ['invalid-cursor'],
      },
    ),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { outcome, reason, search, order, from, to, cursor } = request.query
      const after = cursor === undefined ? undefined : readCursor(cursor, place)
      return asBusiness(db, businessId, async (trx) => {
        const timeZone = await findTimeZone(trx, businessId)
        const rows = await findActivityPage(trx, businessId, {
          outcome,
          reasons: reason?.split(','),
          patterns: searchPatterns(search),
          from: from === undefined ? undefined : startOfDay(from, timeZone),
          until: to === undefined ? undefined : startOfDay(addDays(to, 1), timeZone),
          order,
          after,
          most: PAGE_SIZE + 1,
        })
        const now = clock()
        const page = rows.slice(0, PAGE_SIZE)
        const last = rows.length > PAGE_SIZE ? page.at(-1) : undefined
        const isCrowded = page.some((row) => row.isCrowded)
        const expected = isCrowded ? await findExpectedTurns(trx, deps, businessId) : undefined
        const ordered = order === 'newest' ? newestFirst(page) : newestFirst(page).toReversed()
        return {
          items: ordered.map((row) => presentActivity(row, { now, timeZone, expected })),
          nextCursor: last ? writeCursor({ at: last.place, id: last.invoiceId }) : null,
          timeZone,
        }
      })
    },
  )

  app.get(
    '/api/activity/to-mend',
    operation(
      'listToMend',
      'List the recent payments whose customer could not be reached by text, the largest first.',
      { response: { 200: toMendPage } },
    ),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return asBusiness(db, businessId, async (trx) => {
        const timeZone = await findTimeZone(trx, businessId)
        const now = clock()
        const { rows, count } = await findToMend(trx, businessId, { now, timeZone })
        const here = { now, timeZone }
        const { isSwitchedOn } = await findStanding(trx, businessId)
        return { items: rows.map((row) => presentActivity(row, here)), count, timeZone, isSwitchedOn }
      })
    },
  )

  app.get(
    '/api/activity/totals',
    operation('getActivityTotals', 'Count the paid invoices of some days by what became of them.', {
      querystring: activityTotalsQuery,
      response: { 200: activityTotals },
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return asBusiness(db, businessId, async (trx) => {
        const timeZone = await findTimeZone(trx, businessId)
        const { to = localDate(clock(), timeZone) } = request.query
        const { from = `${to.slice(0, 8)}01` } = request.query
        const counted = await countOutcomes(trx, businessId, {
          from: startOfDay(from, timeZone),
          until: startOfDay(addDays(to, 1), timeZone),
        })
        return { from, to, timeZone, ...totalActivity(counted, await findStanding(trx, businessId)) }
      })
    },
  )

  app.get(
    '/api/activity/export',
    operation('exportActivity', 'Download the paid invoices and what became of each, for a spreadsheet.', {
      file: ['text/csv'],
    }),
    async (request, reply) => {
      const businessId = requireSession.businessOf(request)
      await countExport(businessId)
      const by = { kind: 'owner' as const, name: requireSession.who(request).userId }
      await recordExport(db, { businessId, by, what: 'invoices', now: clock() })
      const timeZone = await asBusiness(db, businessId, (trx) => findTimeZone(trx, businessId))
      const here = { now: clock(), timeZone }
      return reply
        .header(
          'content-disposition',
          `attachment; filename="goodword-invoices-${localDate(here.now, timeZone)}.csv"`,
        )
        .header('cache-control', 'no-store')
        .type('text/csv; charset=utf-8')
        .send(Readable.from(exportActivity(db, businessId, here)))
    },
  )

  app.post(
    '/api/activity/retry',
    operation('retryInvoices', 'Read several invoices from Xero again and decide again.', {
      body: retriesRequest,
      response: { 200: retriesResponse },
      errors: ['xero-unavailable'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      await countRetries(businessId)
      const invoiceIds = request.body.invoiceIds.map((id) => id.toLowerCase())
      return deps.retryInvoices({ businessId, invoiceIds, requestId: request.id })
    },
  )

  app.post(
    '/api/activity/:invoiceId/retry',
    operation('retryInvoice', 'Read an invoice from Xero again and decide again.', {
      params: activityParams,
      headers: actHeaders,
      response: { 200: retryResponse },
      errors: ['key-used', 'not-found', 'not-retryable', 'xero-unavailable'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      await countRetry(businessId)
      const { invoiceId } = request.params
      return deps.retryInvoice({
        businessId,
        invoiceId: invoiceId.toLowerCase(),
        requestId: request.id,
        key: request.headers['idempotency-key'],
      })
    },
  )
}
