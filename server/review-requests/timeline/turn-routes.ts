import { skippedTurns, skipTurnsRequest } from '../../../contracts/review-requests.ts'
import { asBusiness } from '../../database/database.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import type { OwnerDoor } from '../../sessions/require-session.ts'
import { skipTurns } from '../sending/pace/waiting-turns.ts'

export const registerTurnRoutes = (app: Http, { db, requireSession }: OwnerDoor): void => {
  const operation = operations('review-requests', requireSession.ofBusiness)

  app.post(
    '/api/review-requests/skip-turns',
    operation('skipTurns', 'Do not send the texts that wait for their turn.', {
      body: skipTurnsRequest,
      response: { 200: skippedTurns },
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { lastAt, newestAt } = request.body
      const seen = { lastAt: new Date(lastAt), newestAt: newestAt ? new Date(newestAt) : undefined }
      return { skipped: await asBusiness(db, businessId, (trx) => skipTurns(trx, businessId, seen)) }
    },
  )
}
