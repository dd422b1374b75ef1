import {
  dropMessagesRequest,
  messagesResponse,
  operatorQueue,
  replayMessagesRequest,
  settleTextsRequest,
  settleTextsResponse,
} from '../../../contracts/operator.ts'
import { recordAct } from '../../audit/record-act.ts'
import { asSystem } from '../../database/database.ts'
import { dropDead, listDead, replayDead } from '../../operations/inbox.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import { listStuck, settleStuck } from '../../review-requests/sending/unknown/stuck-attempts.ts'
import { operatorAct } from '../acts/operator-act.ts'
import { OPERATOR_API, type OperatorDeps } from '../signing-in/require-operator.ts'

const MOST_LISTED = 200
const QUEUE = `${OPERATOR_API}/queue`

/** Messages of vendors that could not be handled, and texts of unknown outcome: they wait for her. */
export const registerQueueRoutes = (app: Http, { db, clock, requireOperator }: OperatorDeps): void => {
  const act = operatorAct(requireOperator)

  app.get(
    QUEUE,
    operations('operator', requireOperator.door)('showQueue', 'List what waits for an operator.', {
      response: { 200: operatorQueue },
    }),
    async () => {
      const [messages, texts] = await Promise.all([listDead(db, MOST_LISTED), listStuck(db, MOST_LISTED)])
      return {
        messages: messages.map(({ receivedAt, deadAt, ...message }) => ({
          ...message,
          receivedAt: receivedAt.toISOString(),
          deadAt: deadAt.toISOString(),
        })),
        texts: texts.map(({ id, businessId, businessName, claimedAt, why }) => ({
          id,
          businessId,
          businessName,
          claimedAt: claimedAt.toISOString(),
          why: why === 'ambiguous' ? ('ambiguous' as const) : ('not-found' as const),
        })),
      }
    },
  )

  for (const { path, id, summary, body, verb, name } of MESSAGE_ACTS)
    app.post(
      `${QUEUE}/${path}`,
      act(id, summary, { body, response: { 200: messagesResponse } }),
      async (request) => {
        const by = requireOperator.acting(request)
        return asSystem(db, async (trx) => {
          const messages = await verb(trx, request.body.ids)
          const details = { messages, ids: request.body.ids.join(' ').slice(0, 1000) }
          await recordAct(trx, { by, act: name, businessId: null, details, now: clock() })
          return { messages }
        })
      },
    )

  app.post(
    `${QUEUE}/settle`,
    act('settleTexts', 'Send stuck texts once more, or give them up.', {
      body: settleTextsRequest,
      response: { 200: settleTextsResponse },
    }),
    async (request) => {
      const { ids, move } = request.body
      const by = requireOperator.acting(request)
      const name = move === 'resend' ? 'resent-text' : 'failed-text'
      const { settled, resting } = await settleStuck(
        db,
        ids,
        move === 'resend' ? 'resend' : 'failStuck',
        (trx, businessId, id, isResting) => {
          const details = { attempt: id, ...(isResting ? { cancelled: 'cooldown' } : {}) }
          return recordAct(trx, { by, act: name, businessId, details, now: clock() })
        },
      )
      return { texts: settled, resting }
    },
  )
}

const MESSAGE_ACTS = [
  {
    path: 'replay',
    id: 'replayMessages',
    summary: 'Have dead messages handled again.',
    body: replayMessagesRequest,
    verb: replayDead,
    name: 'replayed-message',
  },
  {
    path: 'drop',
    id: 'dropMessages',
    summary: 'Take dead messages off the list, not handled.',
    body: dropMessagesRequest,
    verb: dropDead,
    name: 'dropped-message',
  },
] as const
