import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { useProduct } from '../../../test/support/product.ts'
import { createRestoring } from '../../../test/support/restoring.ts'
import { markMoment } from '../../../test/support/rewind.ts'
import { createTrader, SEGMENT_CENTS, type Customer, type Trader } from '../../../test/support/trader.ts'
import { listStuck, settleStuck } from '../../review-requests/sending/unknown/stuck-attempts.ts'

const product = useProduct()
let trader: Trader
beforeEach(async () => {
  trader = await createTrader(product)
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
  await settled()
})
afterEach(() => product.sandbox.twilio.redactBodies(false))
const { settled, pay, text, sweep, forget, faults, pass } = createRestoring(product, () => trader)
const mark = () => markMoment(product.databaseUrl)
const attempts = async () => {
  const rows = await product.db
    .selectFrom('send_attempts')
    .select('state')
    .where('business_id', '=', trader.businessId)
    .orderBy('number')
    .execute()
  return rows.map(({ state }) => state)
}

/** A text that the gateway never took and that was looked for twice. */
const losesOne = async (customer?: Customer): Promise<Invoice> => {
  product.sandbox.faults.ask({ twilio5xx: { count: 1 } })
  const invoice = await text(customer)
  await pass(0.1, 0.6)
  return invoice
}

/** How its request stands at the restored moment, and how its text goes in the time that is forgotten. */
type Way = { stands: () => Promise<string[]>; goes: () => Promise<void> }

const WAYS: [string, Way][] = [
  [
    'waited for the morning',
    {
      stands: async () => {
        await trader.openIn(30)
        await pass(5)
        return ['absent']
      },
      goes: () => pass(31),
    },
  ],
  [
    'was postponed by the gateway',
    {
      stands: async () => {
        product.stopClock()
        product.sandbox.faults.ask({ twilio429: { count: 1 } })
        await pass(5)
        return ['absent', 'retry']
      },
      goes: () => pass(1),
    },
  ],
  [
    'waited for the operator',
    {
      stands: async () => {
        product.sandbox.faults.ask({ twilio5xx: { count: 1 } })
        await pass(5, 0.1, 0.6, 5)
        return ['absent', 'unknown']
      },
      goes: async () => {
        const [{ id } = { id: '' }] = await listStuck(product.db, 1)
        await settleStuck(product.db, [id], 'resend')
        await product.tick()
      },
    },
  ],
]

test.each([
  ...WAYS.map(([what, way]) => [what, 'restored', way] as const),
  ...WAYS.map(([what, way]) => [what, 'restarted', way] as const),
])('a text that %s after one that was not found is not sent again, %s', async (_what, history, way) => {
  const invoice = await losesOne()
  const before = await way.stands()
  expect(await attempts()).toEqual(before)
  const moment = await mark()
  await way.goes()
  expect(trader.texts()).toHaveLength(1)
  await forget(moment, history)
  expect(await attempts()).toEqual(before)
  await settled()
  await pass(1, 1)
  expect(trader.texts()).toHaveLength(1)
  const [{ sid } = { sid: '' }] = trader.texts()
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent', message_sid: sid, attempts: 2 })
  expect(await attempts()).toEqual(['absent', 'accepted'])
  expect(await listStuck(product.db, 1)).toEqual([])
  expect(await trader.balance()).toEqual({ available: 1000 - SEGMENT_CENTS, reserved: 0 })
  expect(await faults()).toEqual([])
})

test.each([
  ['was not found', 0, ['absent', 'accepted']],
  ['waits for the operator', 1, ['absent', 'unknown']],
])(
  'where bodies are redacted, an attempt of hours ago that %s explains no text of now',
  async (_what, fails, stand) => {
    await trader.set({ cooldown_days: 0 })
    const customer = trader.customer()
    await losesOne(customer)
    product.sandbox.faults.ask({ twilio5xx: { count: fails } })
    await pass(5, 0.1, 0.6, 5, 120)
    expect(await attempts()).toEqual(stand)
    const moment = await mark()
    product.sandbox.twilio.redactBodies(true)
    const invoice = await text(customer)
    const count = trader.texts().length
    await forget(moment, 'restored')
    await settled()
    await sweep()
    expect(trader.texts()).toHaveLength(count)
    expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
  },
)

test('where bodies are redacted, a text that the gateway had postponed is not sent again a day later', async () => {
  await trader.set({ cooldown_days: 0 })
  const customer = trader.customer()
  product.sandbox.twilio.redactBodies(true)
  product.sandbox.faults.ask({ twilio429: { count: 2 } })
  product.stopClock()
  const invoices = [await pay(customer), await pay(customer)]
  await trader.sync()
  await pass(1)
  expect(await attempts()).toEqual(['retry', 'retry'])
  const moment = await mark()
  await pass(1, 1)
  expect(trader.texts()).toHaveLength(2)
  await forget(moment, 'restored')
  await settled()
  await sql`update found_texts set found_at = now() - interval '25 hours'`.execute(product.db)
  await pass(1, 1)
  expect(trader.texts()).toHaveLength(2)
  expect(await attempts()).toEqual(['accepted', 'accepted'])
  const sids = await Promise.all(invoices.map(async (one) => (await trader.request(one)).message_sid))
  expect(sids.toSorted()).toEqual(
    trader
      .texts()
      .map(({ sid }) => sid)
      .toSorted(),
  )
  expect(await trader.balance()).toEqual({ available: 1000 - 2 * SEGMENT_CENTS, reserved: 0 })
  expect(await faults()).toEqual([])
})
