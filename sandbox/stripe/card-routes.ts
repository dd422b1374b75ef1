import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { randomHex } from '../identifiers.ts'
import { apiTrouble, keyOf, list, queryOf, words } from './api-parts.ts'
import { orRefusal, type createCharging } from './charge-card.ts'
import { onceUnder } from './idempotency.ts'
import { chargeObject, intentObject } from './payment-objects.ts'
import { readForm } from './read-form.ts'
import { cardObject, customerObject, deleteCustomer } from './saved-cards.ts'
import { noSuch, noSuchGiven, parameterInvalid, StripeError } from './stripe-error.ts'
import type { Card, Customer, Payment, StripeWorld } from './world.ts'

type WithId = { Params: { id: string } }

const wantedCustomer = z.strictObject({
  name: z.string().max(256).optional(),
  email: z.email().max(512).optional(),
  metadata: z.record(z.string().max(40), z.string().max(500)).default({}),
})

/** Customers, their saved cards, and charges of those. */
export const cardRoutes = (
  app: FastifyInstance,
  world: StripeWorld,
  { charge, cancel }: ReturnType<typeof createCharging>,
): void => {
  app.post('/v1/customers', async (request) => {
    const form = readForm(new URLSearchParams(request.body as string))
    const customer = onceUnder(world, keyOf(request), form, {
      find: (id) => world.customers.get(id)!,
      make: () => {
        const made = newCustomer(form)
        world.customers.set(made.id, made)
        return { id: made.id, made }
      },
    })
    return customerObject(customer)
  })

  app.get<WithId>('/v1/customers/:id', async ({ params: { id } }) => {
    const customer = world.customers.get(id)
    if (!customer) throw noSuch('customer', id)
    return customerObject(customer)
  })

  app.delete<WithId>('/v1/customers/:id', async ({ params: { id } }) => {
    if (!world.customers.has(id)) throw noSuch('customer', id)
    deleteCustomer(world, id)
    world.wire.note({ who: 'stripe', what: 'A customer was deleted, with her saved cards' })
    return { id, object: 'customer', deleted: true }
  })

  app.get<WithId>('/v1/payment_methods/:id', async ({ params: { id } }) => cardObject(findCard(id)))

  app.post<WithId>('/v1/payment_methods/:id/detach', async ({ params: { id } }) => {
    const card = findCard(id)
    if (card.customerId === null) {
      const message = 'The payment method is not attached to a customer, so it cannot be detached.'
      throw new StripeError(400, message)
    }
    card.customerId = null
    world.wire.note({ who: 'stripe', what: `The saved card ending ${card.last4} was removed` })
    return cardObject(card)
  })

  app.post('/v1/payment_intents', async (request) => {
    const { expand, ...asked } = readForm(new URLSearchParams(request.body as string))
    const payment = charge(asked, keyOf(request))
    if (world.faults.strike('stripeAnswerLost')) throw apiTrouble()
    return intentOf(orRefusal(payment), words(expand))
  })

  app.get('/v1/payment_intents', async (request) => {
    const query = queryOf(request)
    const { customer } = query
    if (typeof customer === 'string' && !world.customers.has(customer))
      throw noSuchGiven('customer', customer, 'customer')
    const since = Number((query['created'] as Record<string, string> | undefined)?.['gte'] ?? 0)
    const expand = words(query['expand']).map((path) => path.replace(/^data\./, ''))
    const found = [...world.payments.values()].filter(
      ({ intentId, customerId, createdAt }) =>
        intentId !== null && createdAt / 1000 >= since && (customer === undefined || customerId === customer),
    )
    return list(
      '/v1/payment_intents',
      found.toReversed().map((payment) => intentOf(payment, expand)),
      query,
    )
  })

  app.get<WithId>('/v1/payment_intents/:id', async (request) =>
    intentOf(findIntent(request.params.id), words(queryOf(request)['expand'])),
  )

  app.post<WithId>('/v1/payment_intents/:id/cancel', async (request) => {
    const { expand } = readForm(new URLSearchParams((request.body as string | null) ?? ''))
    return intentOf(cancel(findIntent(request.params.id)), words(expand))
  })

  const newCustomer = (form: object): Customer => {
    const parsed = wantedCustomer.safeParse(form)
    if (!parsed.success) throw parameterInvalid(parsed.error.issues)
    const { name, email, metadata } = parsed.data
    const id = `cus_${randomHex(7)}`
    return { id, name: name ?? null, email: email ?? null, metadata, createdAt: world.now().getTime() }
  }

  const findCard = (id: string): Card => {
    const card = world.cards.get(id)
    if (!card) throw noSuch('PaymentMethod', id)
    return card
  }

  const findIntent = (id: string): Payment => {
    const payment = [...world.payments.values()].find(({ intentId }) => intentId === id)
    if (!payment) throw noSuch('payment_intent', id)
    return payment
  }

  const intentOf = (payment: Payment, expand: string[]) => {
    const isDeep = expand.includes('latest_charge') && payment.chargeId !== null
    return { ...intentObject(payment), ...(isDeep ? { latest_charge: chargeObject(world, payment) } : {}) }
  }
}
