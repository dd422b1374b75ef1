import type { FastifyRequest } from 'fastify'
import { reviewRequestParams, reviewRequestResponse } from '../../../contracts/review-requests.ts'
import type { ProblemCode } from '../../../contracts/shared/problem-codes.ts'
import { asBusiness, type TenantTrx } from '../../database/database.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import type { OwnerDoor } from '../../sessions/require-session.ts'
import { cancelMailByOwner, undoCancelMailByOwner } from './mail-acts.ts'
import type { ReminderDeps } from '../timeline/read-reminder.ts'
import { readRequest } from '../timeline/read-request.ts'
import {
  cancelByOwner,
  holdByOwner,
  resumeByOwner,
  sendNowByOwner,
  undoCancelByOwner,
  type Asked,
} from './owner-acts.ts'

type HoldDeps = OwnerDoor &
  ReminderDeps & {
    isLive: boolean
    /** A text is due by the clock by which it is sent. */
    databaseNow: () => Promise<Date>
  }

/** What an owner decides about one text that waits. Asked twice, each is done once and answered alike. */
export const registerHoldRoutes = (app: Http, deps: HoldDeps): void => {
  const { db, requireSession, databaseNow, isLive } = deps
  const operation = operations('review-requests', requireSession.ofBusiness)
  const described = <Code extends ProblemCode>(id: string, summary: string, errors: Code[]) =>
    operation(id, summary, {
      params: reviewRequestParams,
      response: { 200: reviewRequestResponse },
      errors: ['not-found', ...errors],
    })
  const act = async (
    request: FastifyRequest,
    id: string,
    work: (trx: TenantTrx, asked: Asked) => Promise<void>,
  ) => {
    const now = await databaseNow()
    const businessId = requireSession.businessOf(request)
    const { userId } = requireSession.who(request)
    // Committed before it is answered: what is said to be cancelled is never claimed.
    return asBusiness(db, businessId, async (trx) => {
      await work(trx, { businessId, id, userId, now, isLive })
      return readRequest(trx, deps, businessId, { id, now })
    })
  }

  app.post(
    '/api/review-requests/:id/cancel',
    described('cancelReviewRequest', 'Do not send a text that waits.', ['on-its-way', 'not-waiting']),
    (request) => act(request, request.params.id, cancelByOwner),
  )
  app.post(
    '/api/review-requests/:id/undo-cancel',
    described('undoCancel', 'Take back that a text is not sent.', ['not-wanted', 'not-waiting']),
    (request) => act(request, request.params.id, undoCancelByOwner),
  )
  app.post(
    '/api/review-requests/:id/hold',
    described('holdReviewRequest', 'Hold a text back until it is let go.', [
      'on-its-way',
      'not-waiting',
      'not-wanted',
    ]),
    (request) => act(request, request.params.id, holdByOwner),
  )
  app.post(
    '/api/review-requests/:id/resume',
    described('resumeReviewRequest', 'Let a text go that is held.', ['not-wanted', 'not-waiting']),
    (request) => act(request, request.params.id, resumeByOwner),
  )
  app.post(
    '/api/review-requests/:id/send-now',
    described('sendNow', 'Send a text that waits now, inside the sending hours.', [
      'outside-hours',
      'no-funds',
      'not-wanted',
      'not-waiting',
    ]),
    (request) => act(request, request.params.id, sendNowByOwner),
  )
  app.post(
    '/api/review-requests/:id/reminder-mail/cancel',
    described('cancelReminderMail', 'Do not send the reminder by e-mail of a text.', ['not-waiting']),
    (request) => act(request, request.params.id, cancelMailByOwner),
  )
  app.post(
    '/api/review-requests/:id/reminder-mail/undo-cancel',
    described('undoCancelReminderMail', 'Take back that the reminder by e-mail is not sent.', [
      'not-waiting',
    ]),
    (request) => act(request, request.params.id, undoCancelMailByOwner),
  )
}
