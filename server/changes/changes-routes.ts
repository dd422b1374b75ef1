import { changesResponse } from '../../contracts/changes.ts'
import type { OwnerDoor } from '../sessions/require-session.ts'
import { asBusiness } from '../database/database.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import { readChanges } from './read-changes.ts'

const ASK_AGAIN_SECONDS = 4

export const registerChangesRoutes = (app: Http, { db, requireSession }: OwnerDoor): void => {
  app.get(
    '/api/changes',
    operations('changes', requireSession.ofBusiness)(
      'getChanges',
      'Give a mark of each part of the dashboard.',
      {
        response: { 200: changesResponse },
      },
    ),
    async (request, reply) => {
      const businessId = requireSession.businessOf(request)
      void reply.header('cache-control', 'no-store')
      const marks = await asBusiness(db, businessId, (trx) => readChanges(trx, businessId))
      return { ...marks, askAgainSeconds: ASK_AGAIN_SECONDS }
    },
  )
}
