import type { Stripe } from 'stripe'
import { checkoutFacts, eventFacts, paymentFacts } from './stripe-facts.ts'
import { orFailure } from './stripe-failures.ts'
import type { PaymentFacts, StripeEvent } from './stripe-types.ts'

const MOST = 10_000
const A_PAGE = 100

/** What Stripe has since a moment. Each throws VendorFailure when Stripe cannot be asked. */
export const stripeLists = (api: Stripe) => ({
  /** What was begun since then under references of ours: pages to pay on, and charges of saved cards. */
  listOrders: async (since: Date): Promise<PaymentFacts[]> => {
    const created = { gte: Math.floor(since.getTime() / 1000) }
    const limit = A_PAGE
    const onPages = { created, limit, expand: ['data.payment_intent.latest_charge'] }
    const pages = await orFailure(api.checkout.sessions.list(onPages).autoPagingToArray({ limit: MOST }))
    const charged = { created, limit, expand: ['data.latest_charge'] }
    const charges = await orFailure(api.paymentIntents.list(charged).autoPagingToArray({ limit: MOST }))
    const paidFor = pages.filter(({ mode }) => mode === 'payment')
    const found = [...paidFor.map(checkoutFacts), ...charges.map(paymentFacts)]
    return found.filter(({ isMarked }) => isMarked)
  },

  /** Every event of these types since then, whether or not a webhook brought it. Stripe keeps 30 days. */
  listEvents: async ({ since, types }: { since: Date; types: string[] }): Promise<StripeEvent[]> => {
    const created = { gte: Math.floor(since.getTime() / 1000) }
    const events = api.events.list({ created, types, limit: A_PAGE })
    return (await orFailure(events.autoPagingToArray({ limit: MOST }))).map(eventFacts)
  },
})
