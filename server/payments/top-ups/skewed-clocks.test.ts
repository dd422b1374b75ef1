import { expect, test } from 'vitest'
import { plantRow } from '../../../test/support/plant-row.ts'
import { asOwner, useProduct } from '../../../test/support/product.ts'
import { createTrader, SEGMENT_CENTS, tellOf } from '../../../test/support/trader.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'
import { failCharge } from '../auto-top-ups/fail-charge.ts'
import { createPaymentTasks } from '../payment-tasks.ts'
import { applyPayment } from './apply-stripe-object.ts'

const product = useProduct()

const AMOUNT_CENTS = 100 * SEGMENT_CENTS

const order = async (businessId: string, given: object = {}) => {
  const id = crypto.randomUUID()
  await asOwner(product.databaseUrl, async (pool) => {
    const owner = await pool.connect()
    await plantRow(owner, 'checkouts', {
      id,
      business_id: businessId,
      amount_cents: AMOUNT_CENTS,
      ...given,
    }).finally(() => owner.release())
  })
  return id
}

/** What a worker has whose clock is wrong. */
const wrongBy = (ms: number) => ({ ...product.parts, clock: () => new Date(product.now().getTime() + ms) })
const behind = () => wrongBy(-10 * MINUTE_MS)

test('a worker whose clock is behind lets texts that waited for funds go at the same pace as any other', async () => {
  const trader = await createTrader(product, { fundsCents: 0 })
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
  const invoices = Array.from({ length: 45 }, () => trader.paid())
  await tellOf(product, [{ tenantId: trader.tenantId, invoices }])
  await product.tick()
  const reference = await order(trader.businessId)
  const paid = {
    sessionId: `cs_test_${reference}`,
    reference,
    isMarked: true,
    businessId: undefined,
    createdAt: product.now(),
    chargedAt: product.now(),
    customerId: undefined,
    isLive: false,
    amountCents: AMOUNT_CENTS,
    currency: 'AUD',
    state: 'paid' as const,
    paymentIntentId: undefined,
    receiptUrl: undefined,
    isRefunded: false,
    refusal: undefined,
  }
  expect(await applyPayment(behind(), paid)).toBe('credited')
  await product.tick()
  expect(trader.texts()).toHaveLength(20)
})

test('a charge that was not made is dated by the database’s clock, so that no worker tries it anew too soon', async () => {
  const { businessId } = await createTrader(product)
  const reference = await order(businessId, { is_automatic: true, month: '2026-11', customer_id: 'cus_1' })
  expect(await failCharge(behind(), { businessId, reference, failure: 'not_made' })).toBe('failed')
  const { failed_at } = await product.db
    .selectFrom('checkouts')
    .select('failed_at')
    .where('id', '=', reference)
    .executeTakeFirstOrThrow()
  expect(Math.round((product.now().getTime() - failed_at!.getTime()) / MINUTE_MS)).toBe(0)
})

test('a worker whose clock is ahead forgets no event of Stripe’s too soon', async () => {
  const { id } = await product.db
    .insertInto('stripe_events')
    .values({
      id: `evt_${crypto.randomUUID()}`,
      type: 'refund.created',
      object_id: 're_1',
      created_at: product.now(),
      found_by: 'webhook',
      handled_at: product.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await createPaymentTasks(wrongBy(40 * DAY_MS))['reconcile-payments']!(undefined)
  const kept = await product.db.selectFrom('stripe_events').select('id').where('id', '=', id).execute()
  expect(kept).toHaveLength(1)
})
