import { asBusiness, type TenantTrx } from '../../database/database.ts'
import { Refusal, VendorFailure } from '../../platform/errors.ts'
import { NO_CARD } from './auto-top-up-queries.ts'
import { OPEN_MS, refuseOldPage } from '../page-times.ts'
import type { PaymentDeps } from '../payment-deps.ts'

/**
 * Opens Stripe's own page on which the owner leaves a card; nothing is charged there. Throws Refusal 409 before she has
 * agreed to what the card is for, and for a key of long ago; VendorFailure when Stripe gives no page. Asked again under
 * its key, it is one visit.
 */
export const startCardSetup = async (
  deps: Pick<PaymentDeps, 'db' | 'stripe' | 'clock'> & { publicUrl: string },
  { businessId, userId, key }: { businessId: string; userId: string; key: string },
): Promise<{ setupUrl: string }> => {
  const { db, stripe, clock, publicUrl } = deps
  const who = await asBusiness(db, businessId, (trx) =>
    trx
      .selectFrom('auto_top_ups as a')
      .innerJoin('businesses as b', 'b.id', 'a.business_id')
      .innerJoin('users as u', 'u.business_id', 'b.id')
      .select(['b.name', 'u.email', 'a.customer_id'])
      .where('a.business_id', '=', businessId)
      .where('a.is_on', '=', true)
      .where('u.id', '=', userId)
      .executeTakeFirst(),
  )
  if (!who) throw new Refusal('auto-top-up-off', 409, 'Agree to automatic top-ups first.')
  const customerId =
    who.customer_id ??
    (await stripe.createCustomer({ reference: businessId, name: who.name, email: who.email }))
  const now = clock()
  const { kept, setup } = await asBusiness(db, businessId, async (trx) => {
    await trx
      .updateTable('auto_top_ups')
      .set({ customer_id: customerId })
      .where('business_id', '=', businessId)
      .where('customer_id', 'is', null)
      .execute()
    const row = await trx
      .selectFrom('auto_top_ups')
      .select('customer_id')
      .where('business_id', '=', businessId)
      .executeTakeFirstOrThrow()
    return { kept: row.customer_id!, setup: await setupUnder(trx, { businessId, key, now }) }
  })
  const closesAt = new Date(setup.created_at.getTime() + OPEN_MS)
  refuseOldPage({ closesAt, hasPage: setup.page_url !== null }, now)
  if (setup.page_url) return { setupUrl: setup.page_url }
  const openPage = (of: string) =>
    stripe.createCardSetup({
      reference: setup.id,
      customerId: of,
      successUrl: `${publicUrl}/dashboard?tab=top-up&card={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${publicUrl}/dashboard?tab=top-up`,
      expiresAt: closesAt,
    })
  const page =
    (await openPage(kept)) ?? (await openPage(await replaceCustomer(deps, { businessId, ...who }, kept)))
  if (!page) throw new VendorFailure('stripe', 'rejected', 'no-customer', 'Stripe knows no customer of ours.')
  await asBusiness(db, businessId, (trx) =>
    trx
      .updateTable('card_setups')
      .set({ session_id: page.sessionId, page_url: page.url })
      .where('business_id', '=', businessId)
      .where('id', '=', setup.id)
      .execute(),
  )
  return { setupUrl: page.url }
}

/** Two calls at once: the second waits at the index for the first, and finds its visit. */
const setupUnder = async (
  trx: TenantTrx,
  { businessId, key, now }: { businessId: string; key: string; now: Date },
) => {
  await trx
    .insertInto('card_setups')
    .values({ business_id: businessId, idempotency_key: key, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return trx
    .selectFrom('card_setups')
    .select(['id', 'created_at', 'page_url'])
    .where('business_id', '=', businessId)
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow()
}

/** For a customer who was deleted at Stripe with her card, or is of another account: returns a new one. */
const replaceCustomer = async (
  { db, stripe }: Pick<PaymentDeps, 'db' | 'stripe'>,
  { businessId, name, email }: { businessId: string; name: string; email: string },
  lost: string,
): Promise<string> => {
  const fresh = await stripe.createCustomer({ reference: businessId, name, email, replaces: lost })
  return asBusiness(db, businessId, async (trx) => {
    await trx
      .updateTable('auto_top_ups')
      .set({ customer_id: fresh, ...NO_CARD })
      .where('business_id', '=', businessId)
      .where('customer_id', '=', lost)
      .execute()
    const { customer_id } = await trx
      .selectFrom('auto_top_ups')
      .select('customer_id')
      .where('business_id', '=', businessId)
      .executeTakeFirstOrThrow()
    return customer_id!
  })
}
