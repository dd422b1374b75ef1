import { z } from 'zod'
import { reviewGuesses, reviewsPage, reviewsQuery, reviewsSeenRequest } from '../../../contracts/reviews.ts'
import { asBusiness } from '../../database/database.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import type { OwnerDoor } from '../../sessions/require-session.ts'
import { countReviews } from './count-reviews.ts'
import { guessTexts } from './guess-texts.ts'
import { listReviews } from './list-reviews.ts'
import { findSeen, noteSeen } from './reviews-seen.ts'

/** Only where the settings switch reviews on: else these addresses do not exist. */
export const registerReviewsRoutes = (
  app: Http,
  { db, requireSession, createLimit, clock }: OwnerDoor,
): void => {
  const countGuesses = createLimit('guess-texts', { most: 60, seconds: 600 })
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
      const now = clock()
      const { userId } = requireSession.who(request)
      return asBusiness(db, businessId, async (trx) => {
        const seenAt = await findSeen(trx, { businessId, userId })
        const isFirst = request.query.cursor === undefined
        return {
          ...(await listReviews(trx, businessId, { ...request.query, now })),
          readAt: now.toISOString(),
          seenAt: seenAt?.toISOString() ?? null,
          figures: isFirst ? await countReviews(trx, businessId, { seenAt, now }) : null,
        }
      })
    },
  )

  app.post(
    '/api/reviews/seen',
    operation('noteReviewsSeen', 'Say that the owner has looked at her reviews.', {
      body: reviewsSeenRequest,
      response: { 204: z.undefined() },
    }),
    async (request, reply) => {
      const businessId = requireSession.businessOf(request)
      const { userId } = requireSession.who(request)
      const readAt = new Date(Math.min(Date.parse(request.body.readAt), clock().getTime()))
      await asBusiness(db, businessId, (trx) => noteSeen(trx, { businessId, userId, readAt }))
      return reply.code(204).send()
    },
  )

  app.get(
    '/api/reviews/guesses',
    operation('guessTextsOfReviews', 'Estimate from which texts the latest reviews probably came.', {
      response: { 200: reviewGuesses },
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      await countGuesses(businessId)
      const now = clock()
      return { guesses: await guessTexts(db, businessId, now) }
    },
  )
}
