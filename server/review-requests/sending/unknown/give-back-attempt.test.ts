import { beforeEach, expect, test, vi } from 'vitest'
import type { Invoice } from '../../../../sandbox/xero/model/books.ts'
import { useProduct } from '../../../../test/support/product.ts'
import { reportOf } from '../../../../test/support/sms-door.ts'
import {
  createTrader,
  SEGMENT_CENTS,
  tellOf,
  type Customer,
  type Trader,
} from '../../../../test/support/trader.ts'
import { asBusiness } from '../../../database/database.ts'
import { MINUTE_MS } from '../../../platform/dates.ts'
import { VendorFailure } from '../../../platform/errors.ts'
import { holdRequest, resumeRequest } from '../../life/hold-requests.ts'
import { settleStuck } from './stuck-attempts.ts'

const product = useProduct()
let trader: Trader
let customer: Customer

beforeEach(async () => {
  trader = await createTrader(product)
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}', cooldown_days: 1 })
  customer = trader.customer()
})

const paid = async () => {
  const invoice = trader.paid(customer)
  await tell(invoice)
  return invoice
}
const tell = async (invoice: Invoice) => {
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
}
/** So many minutes pass, and the worker's clock ticks after each. */
const pass = async (...minutes: number[]) => {
  for (const some of minutes) {
    product.later(some * MINUTE_MS)
    await product.tick()
  }
}
const owner = async (invoice: Invoice, does: 'holds' | 'lets go') => {
  const { id } = await trader.request(invoice)
  const { businessId } = trader
  const now = product.now()
  await asBusiness(product.db, businessId, (trx) =>
    does === 'holds'
      ? holdRequest(trx, { businessId, id, now })
      : resumeRequest(trx, { businessId, id, dueAt: now, move: 'resume' }),
  )
}
const attempts = () =>
  product.db
    .selectFrom('send_attempts')
    .select(['id', 'state'])
    .where('business_id', '=', trader.businessId)
    .orderBy('claimed_at')
    .execute()

/** Tried, and not taken; the gateway's list cannot be read for longer than customers rest. */
const losesOne = async (while_: () => Promise<Invoice>) => {
  product.sandbox.faults.ask({ twilio5xx: { count: 1 } })
  const lost = await paid()
  await trader.send()
  expect(await trader.request(lost)).toMatchObject({ state: 'unknown' })
  const away = vi
    .spyOn(product.parts.twilio, 'find')
    .mockRejectedValue(new VendorFailure('twilio', 'retry-later', 'http-503', 'Twilio failed: http-503'))
  await pass(1, 25 * 60)
  const other = await while_()
  away.mockRestore()
  await pass(2, 2, 5, 2)
  return { lost, other }
}

/** Another invoice of that customer is paid, whose text its owner holds back. */
const held = async () => {
  const other = await paid()
  await owner(other, 'holds')
  return other
}

test('a text that was not taken gives way to another that only waits, and goes after all where that does not', async () => {
  const { lost, other } = await losesOne(held)
  expect(await trader.request(lost)).toMatchObject({ state: 'cancelled', state_reason: 'cooldown' })
  expect(await trader.decision(lost)).toBe('cooldown')

  product.sandbox.xero.undo(trader.tenantId, other.invoiceId, { webhook: false })
  await tell(other)
  await pass(1)
  expect(await trader.request(other)).toMatchObject({ state: 'cancelled', state_reason: 'no_longer_paid' })
  expect(await trader.request(lost)).toMatchObject({ state: 'sent', attempts: 2 })
  expect(await trader.decision(lost)).toBe('scheduled')
  expect(trader.texts()).toHaveLength(1)
  expect(await trader.balance()).toEqual({ available: 1000 - SEGMENT_CENTS, reserved: 0 })
})

test('of the two only the other goes where its owner lets it go', async () => {
  const { lost, other } = await losesOne(held)
  await owner(other, 'lets go')
  await pass(1, 60)
  expect(await trader.request(other)).toMatchObject({ state: 'sent' })
  expect(await trader.request(lost)).toMatchObject({ state: 'cancelled', state_reason: 'cooldown' })
  expect(trader.texts()).toHaveLength(1)
})

test('a late report of a text that gave way says that its customer was texted', async () => {
  const { lost } = await losesOne(held)
  const [{ id } = { id: '' }] = await attempts()
  await reportOf(product, id, { sid: `SM${id}`, status: 'delivered' })
  expect(await trader.request(lost)).toMatchObject({ state: 'delivered' })
  expect(await trader.decision(lost)).toBe('scheduled')
})

test('a text is not sent once more where one that was decided before it, and held, went since', async () => {
  await trader.set({ cooldown_days: 0 })
  const other = await held()
  const { lost } = await losesOne(async () => {
    await owner(other, 'lets go')
    await pass(1)
    await trader.set({ cooldown_days: 7 })
    return other
  })
  expect(await trader.request(other)).toMatchObject({ state: 'sent' })
  expect(await trader.request(lost)).toMatchObject({ state: 'cancelled', state_reason: 'cooldown' })
  expect(trader.texts()).toHaveLength(1)
})

test('of two that the operator sends once more together one goes', async () => {
  await trader.set({ cooldown_days: 0 })
  product.sandbox.faults.ask({ twilio5xx: { count: 4 } })
  const [one, other] = [await paid(), await paid()]
  await pass(0.1, 0.6, 5, 0.1, 0.6, 5, 5)
  const stuck = (await attempts()).filter(({ state }) => state === 'unknown').map(({ id }) => id)
  expect(stuck).toHaveLength(2)
  await trader.set({ cooldown_days: 1 })
  expect(await settleStuck(product.db, stuck, 'resend')).toEqual({ settled: 2, resting: 1 })
  await pass(1)
  const states = [await trader.request(one), await trader.request(other)].map(({ state }) => state)
  expect(states.toSorted()).toEqual(['cancelled', 'sent'])
  expect(trader.texts()).toHaveLength(1)
})
