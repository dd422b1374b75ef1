import type { FastifyInstance } from 'fastify'
import type { Memory } from '../snapshot.ts'
import { stripeApi } from './api-routes.ts'
import { createCharging } from './charge-card.ts'
import { createEvents } from './events.ts'
import { stripePages } from './page-routes.ts'
import { pastPayment } from './past-payment.ts'
import { createPaying } from './pay.ts'
import { changeFate, deleteCustomer } from './saved-cards.ts'
import { paymentsRoutes } from './payments-routes.ts'
import { createReversals } from './reversals.ts'
import type {
  Card,
  CardFate,
  Customer,
  Dispute,
  KeptEvent,
  Payment,
  Refund,
  StripeSettings,
  StripeTiming,
  StripeWorld,
} from './world.ts'

type Surroundings = Pick<StripeWorld, 'publicUrl' | 'faults' | 'timers' | 'wire' | 'now'> & {
  sandboxUrl: () => string
}

export type StripeControl = ReturnType<typeof createStripeStandIn>['control']

/** Stripe, its hosted payment page, and the banks behind it. */
export const createStripeStandIn = (
  settings: StripeSettings,
  { sandboxUrl, ...surroundings }: Surroundings,
  { timing }: { timing: StripeTiming },
) => {
  const world: StripeWorld = {
    ...surroundings,
    settings,
    timing,
    pageUrl: (sessionId) => `${sandboxUrl()}/stripe/pay/${sessionId}`,
    payments: new Map(),
    customers: new Map(),
    cards: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    events: new Map(),
    idempotency: new Map(),
  }
  const addPast = () => {
    const payment = pastPayment(world.now())
    world.payments.set(payment.sessionId, payment)
  }
  addPast()
  const events = createEvents(world)
  const paying = createPaying(world, events)
  const charging = createCharging(world, events)
  const reversals = createReversals(world, events)

  return {
    control: {
      ...paying,
      ...reversals,
      payments: (): Payment[] => [...world.payments.values()],
      customers: (): Customer[] => [...world.customers.values()],
      cards: (): Card[] => [...world.cards.values()],
      changeFate: (cardId: string, fate: CardFate): Card => changeFate(world, cardId, fate),
      deleteCustomer: (customerId: string): void => deleteCustomer(world, customerId),
      refunds: (): Refund[] => [...world.refunds.values()],
      disputes: (): Dispute[] => [...world.disputes.values()],
      events: (): KeptEvent[] => [...world.events.values()],
      redeliver: events.redeliver,
      settled: events.settled,
      /** Changes a checkout after it was ordered. The real Stripe never does; the product must notice it. */
      forge: (sessionId: string, change: Partial<Payment>): void => {
        Object.assign(world.payments.get(sessionId)!, change)
      },
    },
    memories: [memoryOf(world, () => (events.resume(), paying.resume()))],
    routes: async (app: FastifyInstance) => {
      await app.register(stripeApi(world, { paying, charging }), { prefix: '/stripe' })
      await app.register(stripePages(paying), { prefix: '/stripe' })
      await app.register(paymentsRoutes(world, reversals))
    },
    reset: () => {
      for (const kept of [world.payments, world.customers, world.cards]) kept.clear()
      for (const kept of [world.refunds, world.disputes, world.events, world.idempotency]) kept.clear()
      addPast()
    },
  }
}

const memoryOf = (world: StripeWorld, resume: () => void): Memory => ({
  name: 'stripe',
  save: () => ({
    payments: [...world.payments],
    customers: [...world.customers],
    cards: [...world.cards],
    refunds: [...world.refunds],
    disputes: [...world.disputes],
    events: [...world.events],
    idempotency: [...world.idempotency],
  }),
  load: (saved) => {
    const from = saved as {
      payments: [string, Payment][]
      customers?: [string, Customer][]
      cards?: [string, Card][]
      refunds: [string, Refund][]
      disputes: [string, Dispute][]
      events: [string, KeptEvent][]
      idempotency: [string, { asked: string; id?: string; sessionId?: string }][]
    }
    // A snapshot of a sandbox without saved cards: all of its payments were made on pages.
    for (const [id, payment] of from.payments)
      world.payments.set(id, { ...PAGE_ONLY, ...(payment as Partial<Payment>) } as Payment)
    for (const [id, customer] of from.customers ?? []) world.customers.set(id, customer)
    for (const [id, card] of from.cards ?? []) world.cards.set(id, card)
    for (const [id, refund] of from.refunds) world.refunds.set(id, refund)
    for (const [id, dispute] of from.disputes) world.disputes.set(id, dispute)
    for (const [id, event] of from.events) world.events.set(id, event)
    for (const [key, asked] of from.idempotency)
      world.idempotency.set(key, { asked: asked.asked, id: (asked.id ?? asked.sessionId)! })
    resume()
  },
})

const PAGE_ONLY = {
  chargedAt: null,
  kind: 'checkout',
  customerId: null,
  cardId: null,
  setupIntentId: null,
  refusal: null,
} as const
