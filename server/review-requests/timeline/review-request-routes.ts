import { z } from 'zod'
import {
  calendarQuery,
  calendarResponse,
  reviewRequestPage,
  reviewRequestParams,
  reviewRequestQuery,
  reviewRequestResponse,
  reviewRequestSummary,
} from '../../../contracts/review-requests.ts'
import type { OwnerDoor } from '../../sessions/require-session.ts'
import type { FindReviewed } from '../reminding/refuse-waiting.ts'
import { findTimeZone, findZones } from '../../businesses/business-time-zone.ts'
import { asBusiness } from '../../database/database.ts'
import { momentOfPlace, readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { addDays, startOfDay } from '../../platform/dates.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import { coversOldest } from '../sending/covers-oldest.ts'
import { findExpectedTurns, findTurns, type TurnDeps } from '../sending/pace/waiting-turns.ts'
import { countMonth } from './count-month.ts'
import { presentRequest } from './present-request-rules.ts'
import { findReviewOf } from './find-review-of.ts'
import type { ReminderDeps } from './read-reminder.ts'
import { readRequest } from './read-request.ts'
import { searchPatterns } from './search-rules.ts'
import { summariseRequests } from './summarise-requests.ts'
import { findTimelinePage } from './timeline-queries.ts'

const PAGE_SIZE = 50

const place = z.object({ at: momentOfPlace, id: z.uuid() })

export const registerReviewRequestRoutes = (
  app: Http,
  deps: OwnerDoor & ReminderDeps & TurnDeps & { findReviewed: FindReviewed },
): void => {
  const { db, requireSession, clock } = deps
  const operation = operations('review-requests', requireSession.ofBusiness)

  app.get(
    '/api/review-requests',
    operation('listReviewRequests', 'List the texts of the business, 50 a page.', {
      querystring: reviewRequestQuery,
      response: { 200: reviewRequestPage },
      errors: ['invalid-cursor'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { search, order, from, to, cursor } = request.query
      const after = cursor === undefined ? undefined : readCursor(cursor, place)
      return asBusiness(db, businessId, async (trx) => {
        const timeZone = await findTimeZone(trx, businessId)
        const rows = await findTimelinePage(trx, businessId, {
          patterns: searchPatterns(search),
          order,
          from: from === undefined ? undefined : startOfDay(from, timeZone),
          until: to === undefined ? undefined : startOfDay(addDays(to, 1), timeZone),
          after,
          most: PAGE_SIZE + 1,
        })
        const page = rows.slice(0, PAGE_SIZE)
        const last = rows.length > PAGE_SIZE ? page.at(-1) : undefined
        const now = clock()
        const isCrowded = page.some((row) => row.isCrowded)
        const expected = isCrowded ? await findExpectedTurns(trx, deps, businessId) : undefined
        return {
          requests: page.map((row) => presentRequest(row, { now, timeZone, expected })),
          nextCursor: last ? writeCursor({ at: last.place, id: last.id }) : null,
          timeZone,
        }
      })
    },
  )

  app.get(
    '/api/review-requests/calendar',
    operation('getCalendar', 'Count the texts of each day of a month.', {
      querystring: calendarQuery,
      response: { 200: calendarResponse },
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return asBusiness(db, businessId, (trx) =>
        countMonth(trx, businessId, { month: request.query.month, now: clock() }),
      )
    },
  )

  app.get(
    '/api/review-requests/summary',
    operation('getSummary', 'Count the texts of this month by what became of them.', {
      response: { 200: reviewRequestSummary },
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return asBusiness(db, businessId, async (trx) => {
        const { timeZone, shownIn } = await findZones(trx, businessId)
        const summary = await summariseRequests(trx, businessId, { timeZone, now: clock() })
        const fundsCoverOldest = await coversOldest({ ...deps, db: trx }, businessId)
        return {
          ...summary,
          timeZone: shownIn,
          fundsCoverOldest,
          turns: await findTurns(trx, deps, businessId),
        }
      })
    },
  )

  app.get(
    '/api/review-requests/:id',
    operation('getReviewRequest', 'Show one text: its words, its cost, and each step of its way.', {
      params: reviewRequestParams,
      response: { 200: reviewRequestResponse },
      errors: ['not-found'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { id } = request.params
      const reviewed = await findReviewOf(deps, businessId, id)
      return asBusiness(db, businessId, (trx) =>
        readRequest(trx, deps, businessId, { id, now: clock(), reviewed }),
      )
    },
  )
}
