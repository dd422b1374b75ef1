import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo } from '../../../test/support/signed-in.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { asBusiness } from '../../database/database.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { lockDecisions } from '../../review-requests/deciding/decision-queries.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

const disconnect = async () => {
  const { call } = await signInTo(product, trader.businessId)
  const { tenantId } = trader
  expect(await call('POST', '/api/xero/disconnect', { tenantId })).toMatchObject({ status: 200 })
}
const tell = (invoice: { invoiceId: string }) =>
  tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
const pass = async (...minutes: number[]) => {
  for (const some of minutes) {
    product.later(some * MINUTE_MS)
    await product.tick()
  }
}

test('what Xero answers before its organisation is disconnected schedules no text after that', async () => {
  const invoice = trader.paid()
  await tell(invoice)
  const { xero } = product.parts
  const { invoice: read } = xero
  xero.invoice = async (...asked) => {
    xero.invoice = read
    const answer = await read(...asked)
    await disconnect()
    return answer
  }
  await trader.sync()
  await product.tick()
  expect(await trader.requests()).toEqual([])
  expect(await trader.decision(invoice)).toBeUndefined()
  expect(trader.texts()).toEqual([])
})

test.each([
  ['nobody has', () => Promise.resolve()],
  ['another business has', () => createTrader(product, { tenantId: trader.tenantId })],
])(
  'a text that is given back once %s its organisation is cancelled, and costs nothing',
  async (_who, then) => {
    product.sandbox.faults.ask({ twilio5xx: { count: 1 } })
    const invoice = trader.paid()
    await tell(invoice)
    await trader.sync()
    await trader.send()
    expect(await trader.request(invoice)).toMatchObject({ state: 'unknown' })
    await disconnect()
    await then()
    await pass(0.1, 0.2, 0.5, 5)
    expect(await trader.request(invoice)).toMatchObject({
      state: 'cancelled',
      state_reason: 'xero_disconnected',
    })
    expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
    expect(trader.texts()).toEqual([])
  },
)

test('a disconnect waits for a sync that decides, and they do not lock each other out', async () => {
  await trader.openIn(60)
  const invoice = trader.paid()
  await tell(invoice)
  await trader.sync()
  const { businessId, tenantId } = trader
  const { call } = await signInTo(product, businessId)
  let answered: ReturnType<typeof call> | undefined
  await asBusiness(product.db, businessId, async (trx) => {
    await lockDecisions(trx, businessId)
    await trx
      .updateTable('review_requests')
      .set({ turn_at: null })
      .where('business_id', '=', businessId)
      .execute()
    answered = call('POST', '/api/xero/disconnect', { tenantId })
    await expect.poll(waiting, { timeout: 5000 }).toBe(1)
    await trx
      .updateTable('organisations')
      .set({ paced_until: null })
      .where('tenant_id', '=', tenantId)
      .execute()
  })
  expect((await answered)?.status).toBe(200)
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled' })
})

test('a text that a sync decides while the account is deactivated is cancelled with it', async () => {
  const invoice = trader.paid()
  await tell(invoice)
  const { businessId, tenantId } = trader
  const { call } = await signInTo(product, businessId)
  const letGo = Promise.withResolvers<void>()
  let holding: Promise<void> | undefined
  const { xero } = product.parts
  const { invoice: read } = xero
  xero.invoice = async (...asked) => {
    xero.invoice = read
    const answer = await read(...asked)
    const isHeld = Promise.withResolvers<void>()
    holding = asBusiness(product.db, businessId, async (trx) => {
      await sql`select from organisations where tenant_id = ${tenantId} for update`.execute(trx)
      isHeld.resolve()
      await letGo.promise
    })
    await isHeld.promise
    return answer
  }
  const synced = trader.sync()
  // It has decided, and cannot commit.
  await expect.poll(waiting, { timeout: 5000 }).toBe(1)
  const answered = call('POST', '/api/auth/deactivate')
  await expect.poll(waiting, { timeout: 5000 }).toBe(2)
  letGo.resolve()
  await Promise.all([holding, synced])
  expect(await answered).toMatchObject({ status: 204 })
  expect(await trader.request(invoice)).toMatchObject({
    state: 'cancelled',
    state_reason: 'account_deactivated',
  })
})

/** How many transactions wait for a lock. */
const waiting = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct pid)::int as count from pg_locks join pg_stat_activity using (pid)
    where datname = current_database() and not granted`.execute(product.db)
  return rows[0]!.count
}
