import type { Stripe } from 'stripe'
import { checkoutFacts, eventFacts, paymentFacts } from './stripe-facts.ts'
import { orFailure } from './stripe-failures.ts'
import type { PaymentFacts, StripeEvent } from './stripe-types.ts'

const A_PAGE = 100

/** What Stripe has since a moment, all of it. Each throws VendorFailure when Stripe cannot be asked. */
export const stripeLists = (api: Stripe) => ({
  /** What was begun since then under references of ours: pages to pay on, and charges of saved cards. */
  listOrders: async (since: Date): Promise<PaymentFacts[]> => {
    const created = { gte: Math.floor(since.getTime() / 1000) }
    const limit = A_PAGE
    const onPages = { created, limit, expand: ['data.payment_intent.latest_charge'] }
    const pages = await readAll(api.checkout.sessions.list(onPages), (session) =>
      session.mode === 'payment' ? ifMarked(checkoutFacts(session)) : undefined,
    )
    const charged = { created, limit, expand: ['data.latest_charge'] }
    const charges = await readAll(api.paymentIntents.list(charged), (intent) =>
      ifMarked(paymentFacts(intent)),
    )
    return [...pages, ...charges]
  },

  /** Every event of these types since then, whether or not a webhook brought it. Stripe keeps 30 days. */
  listEvents: async ({ since, types }: { since: Date; types: string[] }): Promise<StripeEvent[]> => {
    const created = { gte: Math.floor(since.getTime() / 1000) }
    return readAll(api.events.list({ created, types, limit: A_PAGE }), eventFacts)
  },
})

const ifMarked = (facts: PaymentFacts): PaymentFacts | undefined => (facts.isMarked ? facts : undefined)

/** To the last page: the newest come first, so a limit would drop the oldest (the SDK's own arrays end at 10,000). */
const readAll = async <Item, Out>(
  list: Stripe.ApiListPromise<Item>,
  read: (item: Item) => Out | undefined,
): Promise<Out[]> => {
  const found: Out[] = []
  const readOne = (item: Item): void => {
    const facts = read(item)
    if (facts !== undefined) found.push(facts)
  }
  await orFailure(list.autoPagingEach(readOne))
  return found
}
