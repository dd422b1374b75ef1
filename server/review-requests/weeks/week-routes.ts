import { askedWeeks } from '../../../contracts/review-requests.ts'
import { findTimeZone } from '../../businesses/business-time-zone.ts'
import { asBusiness } from '../../database/database.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import type { OwnerDoor } from '../../sessions/require-session.ts'
import { countAskedWeeks } from './asked-weeks.ts'

export const registerWeekRoutes = (app: Http, { db, requireSession, clock }: OwnerDoor): void => {
  app.get(
    '/api/review-requests/weeks',
    operations('review-requests', requireSession.ofBusiness)(
      'getAskedWeeks',
      'Count the texts of the last twelve weeks that went out, arrived and were opened.',
      { response: { 200: askedWeeks } },
    ),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return asBusiness(db, businessId, async (trx) => {
        const timeZone = await findTimeZone(trx, businessId)
        return countAskedWeeks(trx, businessId, { timeZone, now: clock() })
      })
    },
  )
}
