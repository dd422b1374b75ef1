import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomHex } from '../identifiers.ts'
import { apiTrouble, keyOf, list, queryOf, words } from './api-parts.ts'
import { cardRoutes } from './card-routes.ts'
import type { createCharging } from './charge-card.ts'
import { createSession } from './create-session.ts'
import { eventObject } from './events.ts'
import type { createPaying } from './pay.ts'
import { chargeObject } from './payment-objects.ts'
import { readForm } from './read-form.ts'
import { sessionObject } from './session-object.ts'
import { noSuch, StripeError } from './stripe-error.ts'
import { disputeObject, refundObject } from './reversal-objects.ts'
import type { Payment, StripeWorld } from './world.ts'

type Acting = { paying: ReturnType<typeof createPaying>; charging: ReturnType<typeof createCharging> }
type WithId = { Params: { id: string } }

/** `api.stripe.com`, as much of it as card payments for prepaid funds need. */
export const stripeApi =
  (world: StripeWorld, { paying, charging }: Acting) =>
  async (app: FastifyInstance) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    app.setErrorHandler((error, _request, reply) =>
      error instanceof StripeError
        ? reply.code(error.status).send(error.body)
        : reply.code(500).send({ error: { type: 'api_error', message: (error as Error).message } }),
    )
    app.addHook('onRequest', async (request, reply) => {
      void reply.header('request-id', `req_${randomHex(7)}`)
      if (!isAllowed(world, request)) throw new StripeError(401, 'Invalid API Key provided')
      await strikeFaults(world)
    })

    app.post('/v1/checkout/sessions', async (request) => {
      const form = readForm(new URLSearchParams(request.body as string))
      const { expand, ...asked } = form
      const payment = createSession(world, asked, keyOf(request))
      world.wire.note({
        who: 'stripe',
        what: payment.kind === 'setup' ? 'A page to leave a card on' : `Checkout for ${amountWords(payment)}`,
      })
      if (world.faults.strike('stripeAnswerLost')) throw apiTrouble()
      return sessionObject(world, payment, words(expand))
    })

    app.get<WithId>('/v1/checkout/sessions/:id', async (request) =>
      sessionObject(world, findPayment(request.params.id), words(queryOf(request)['expand'])),
    )

    app.get('/v1/checkout/sessions', async (request) => {
      const query = queryOf(request)
      const since = Number((query['created'] as Record<string, string> | undefined)?.['gte'] ?? 0)
      const found = [...world.payments.values()].filter(
        ({ kind, intentId, createdAt }) =>
          kind !== 'charge' &&
          createdAt / 1000 >= since &&
          (query['payment_intent'] === undefined || intentId === query['payment_intent']),
      )
      const expand = words(query['expand']).map((path) => path.replace(/^data\./, ''))
      return list(
        '/v1/checkout/sessions',
        found.toReversed().map((payment) => sessionObject(world, payment, expand)),
        query,
      )
    })

    app.post<WithId>('/v1/checkout/sessions/:id/expire', async (request) => {
      const payment = findPayment(request.params.id)
      if (payment.status !== 'open')
        throw new StripeError(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
      await paying.expire(payment.sessionId)
      return sessionObject(world, payment)
    })

    cardRoutes(app, world, charging)

    app.get<WithId>('/v1/charges/:id', async ({ params: { id } }) => {
      const payment = [...world.payments.values()].find(({ chargeId }) => chargeId === id)
      if (!payment) throw noSuch('charge', id)
      return chargeObject(world, payment)
    })

    app.get<WithId>('/v1/refunds/:id', async ({ params: { id } }) => {
      const refund = world.refunds.get(id)
      if (!refund) throw noSuch('refund', id)
      return refundObject(world, refund)
    })

    app.get<WithId>('/v1/disputes/:id', async (request) => {
      const { id } = request.params
      const dispute = world.disputes.get(id)
      if (!dispute) throw noSuch('dispute', id)
      return disputeObject(world, dispute, words(queryOf(request)['expand']))
    })

    app.get('/v1/balance', async () => ({
      object: 'balance',
      available: [{ amount: 0, currency: 'aud', source_types: { card: 0 } }],
      livemode: false,
      pending: [{ amount: 0, currency: 'aud', source_types: { card: 0 } }],
    }))

    app.get('/v1/events', async (request) => {
      const query = queryOf(request)
      const types = words(query['types'])
      const since = Number((query['created'] as Record<string, string> | undefined)?.['gte'] ?? 0)
      const found = [...world.events.values()].filter(
        ({ type, created }) => created >= since && (types.length === 0 || types.includes(type)),
      )
      return list('/v1/events', found.toReversed().map(eventObject), query)
    })

    const findPayment = (id: string): Payment => {
      if (!id.startsWith('cs_') || !world.payments.has(id)) throw noSuch('checkout.session', id)
      return paying.find(id)
    }
  }

const isAllowed = ({ settings }: StripeWorld, { headers }: FastifyRequest): boolean => {
  const given = [headers.authorization ?? '', `Bearer ${settings.secretKey}`].map((text) =>
    createHash('sha256').update(text).digest(),
  )
  return timingSafeEqual(given[0]!, given[1]!)
}

const strikeFaults = async ({ faults, timers }: StripeWorld): Promise<void> => {
  const slow = faults.strike('stripeSlow')
  if (slow) await timers.pause(slow.ms)
  if (faults.strike('stripe429'))
    throw new StripeError(429, 'Request rate limit exceeded.', { code: 'rate_limit' })
  if (faults.strike('stripe5xx')) throw apiTrouble()
}

const amountWords = ({ amountCents, currency, reference }: Payment): string =>
  `${(amountCents / 100).toFixed(2)} ${currency.toUpperCase()}${reference ? '' : ', without a reference'}`
