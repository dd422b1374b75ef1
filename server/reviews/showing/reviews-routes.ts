import { reviewsPage, reviewsQuery } from '../../../contracts/reviews.ts'
import { asBusiness } from '../../database/database.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import type { OwnerDoor } from '../../sessions/require-session.ts'
import { listReviews } from './list-reviews.ts'

/** Only where the settings switch reviews on: else these addresses do not exist. */
export const registerReviewsRoutes = (app: Http, { db, requireSession, clock }: OwnerDoor): void => {
  const operation = operations('reviews', requireSession.ofBusiness)

  app.get(
    '/api/reviews',
    operation('listReviews', 'List the reviews of the business, newest first.', {
      querystring: reviewsQuery,
      response: { 200: reviewsPage },
      errors: ['invalid-cursor'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const wanted = { ...request.query, now: clock() }
      return asBusiness(db, businessId, (trx) => listReviews(trx, businessId, wanted))
    },
  )
}
