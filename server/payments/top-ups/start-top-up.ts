import type { TopUpResponse } from '../../../contracts/payments.ts'
import { asBusiness, type TenantTrx } from '../../database/database.ts'
import { Refusal, VendorFailure } from '../../platform/errors.ts'
import { sha256 } from '../../platform/seal.ts'
import { orderCheckout } from '../life/write-checkouts.ts'
import { OPEN_MS, refuseOldPage, tooOld } from '../page-times.ts'
import type { PaymentDeps } from '../payment-deps.ts'

export type TopUpAsked = {
  businessId: string
  userId: string
  amountCents: number
  /** Asked again under the same key, it is the same order with the same page. */
  key: string
  /** For the cookie of the browser that goes to the page. */
  returnSecret: string
}

/**
 * Records what is to be paid, then asks Stripe for a page to pay it on. Throws VendorFailure when Stripe gives no page;
 * then nothing was charged. Throws Refusal 409 where the key was used for another amount, or too long ago.
 */
export const startTopUp = async (
  { db, stripe, clock, publicUrl }: Pick<PaymentDeps, 'db' | 'stripe' | 'clock'> & { publicUrl: string },
  asked: TopUpAsked,
): Promise<TopUpResponse> => {
  const { businessId } = asked
  const order = await asBusiness(db, businessId, (trx) => orderOnce(trx, asked, clock()))
  const known = pageOf(order)
  // Paid meanwhile: whoever is asked to begin anew would pay twice.
  if (known && (order.state === 'paid' || order.state === 'processing')) return known
  if (order.state !== 'open') throw tooOld()
  refuseOldPage({ closesAt: order.expires_at, hasPage: known !== undefined }, clock())
  if (known) return known
  try {
    const { sessionId, url } = await stripe.createCheckout({
      reference: order.id,
      businessId,
      amountCents: order.amount_cents,
      currency: order.currency,
      description: `Text message funds for ${order.name}`,
      email: order.email,
      successUrl: `${publicUrl}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${publicUrl}/dashboard?payment=cancelled`,
      expiresAt: order.expires_at,
    })
    await asBusiness(db, businessId, (trx) =>
      trx
        .updateTable('checkouts')
        .set({ session_id: sessionId, page_url: url })
        .where('business_id', '=', businessId)
        .where('id', '=', order.id)
        .execute(),
    )
    return { checkoutUrl: url, sessionId }
  } catch (cause) {
    // Stripe refuses a key that is under way: then the other call under this key has the page.
    const made =
      cause instanceof VendorFailure &&
      pageOf(await asBusiness(db, businessId, (trx) => orderUnder(trx, asked)))
    if (made) return made
    throw cause
  }
}

type Order = NonNullable<Awaited<ReturnType<typeof orderUnder>>>

/** Two calls at once: the second waits at the index for the first, and finds its order. */
const orderOnce = async (trx: TenantTrx, asked: TopUpAsked, now: Date): Promise<Order> => {
  const until = new Date(now.getTime() + OPEN_MS)
  const { currency } = await trx
    .selectFrom('businesses')
    .select('currency')
    .where('id', '=', asked.businessId)
    .executeTakeFirstOrThrow()
  await orderCheckout(trx, {
    business_id: asked.businessId,
    user_id: asked.userId,
    amount_cents: asked.amountCents,
    currency,
    idempotency_key: asked.key,
    return_hash: sha256(asked.returnSecret),
    return_until: until,
    created_at: now,
    expires_at: until,
  })
  const order = await orderUnder(trx, asked)
  if (!order) throw new Error('An order for a page was not written down.')
  if (order.amount_cents !== asked.amountCents) throw keyUsed()
  return order
}

const orderUnder = (trx: TenantTrx, { businessId, key }: Pick<TopUpAsked, 'businessId' | 'key'>) =>
  trx
    .selectFrom('checkouts as c')
    .innerJoin('businesses as b', 'b.id', 'c.business_id')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.id', 'c.amount_cents', 'c.currency', 'c.state', 'c.session_id', 'c.page_url', 'c.expires_at'])
    .select(['b.name', 'u.email'])
    .where('c.business_id', '=', businessId)
    .where('c.idempotency_key', '=', key)
    .executeTakeFirst()

const pageOf = (order: Order | undefined): TopUpResponse | undefined =>
  order?.session_id && order.page_url
    ? { checkoutUrl: order.page_url, sessionId: order.session_id }
    : undefined

const keyUsed = (): Refusal =>
  new Refusal(
    'key-used',
    409,
    'This payment was begun with another amount already. Nothing was done: please try again.',
  )
