import type { Db } from '../../database/database.ts'
import type { PushToken } from '../../integrations/google/push-token.ts'
import { withinDeadline } from '../../platform/http/within-deadline.ts'
import { withRawBodies, type Http } from '../../platform/http/http.ts'
import { receivePush, type PushOutcome } from './receive-push.ts'

export type PushDeps = {
  db: Db
  clock: () => Date
  /** Of the request's `Authorization`. */
  readToken: (authorization: string | undefined) => Promise<PushToken>
  recordWebhook: (door: 'google-reviews', answer: number) => void
}

const BODY_LIMIT = 64 * 1024

/** Pub/Sub sends again what is not answered with a success: so a notice of a location that we do not know is one. */
const ANSWERS: Record<PushOutcome, number> = { 'read-soon': 204, 'unknown-location': 200, unreadable: 200 }
const REFUSALS: Record<Exclude<PushToken, 'ours'>, number> = {
  unsigned: 401,
  'of-another': 403,
  'keys-away': 503,
}

/** Google's notifications of reviews. Who sends is proved before the body is read. */
export const registerPushRoutes = (app: Http, { db, clock, readToken, recordWebhook }: PushDeps): void => {
  withRawBodies(app, BODY_LIMIT, (door) => {
    door.post('/webhooks/google-reviews', { helmet: false } as const, async (request, reply) => {
      const token = await readToken(request.headers.authorization)
      const answer =
        token === 'ours'
          ? ANSWERS[await withinDeadline(receivePush(db, request.body as Buffer, clock()))]
          : REFUSALS[token]
      if (answer === 200) request.log.info('a notice of reviews named no location of ours')
      recordWebhook('google-reviews', answer)
      return reply.code(answer).send()
    })
  })
}
