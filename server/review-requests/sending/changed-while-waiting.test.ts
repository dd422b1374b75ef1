import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { asSystem } from '../../database/database.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { lockFunds } from './claim-queries.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

/** How many transactions wait for the lock of a row. */
const waiting = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct pid)::int as count from pg_locks join pg_stat_activity using (pid)
    where datname = current_database() and not granted`.execute(product.db)
  return rows[0]!.count
}

/** A text is due, and its claim waits for the funds until its owner has done this. */
const whileItsClaimWaits = async (happens: () => Promise<void>) => {
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
  expect(await trader.request(invoice)).toMatchObject({ state: 'scheduled' })
  let sent: Promise<void> | undefined
  await asSystem(product.db, async (trx) => {
    await lockFunds(trx, trader.businessId)
    sent = trader.send()
    await expect.poll(waiting).toBe(1)
    await happens()
  })
  await sent
  return invoice
}

test('a text whose claim waits for the funds does not go where its owner switches texts off meanwhile', async () => {
  const invoice = await whileItsClaimWaits(() => trader.set({ automation_enabled: false }))
  expect(trader.texts()).toEqual([])
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled', state_reason: 'automation_off' })
})

test('one whose message she changes meanwhile goes with the new words', async () => {
  await whileItsClaimWaits(() => trader.set({ template: 'Other words: {reviewLink}' }))
  expect(trader.texts()).toMatchObject([{ body: expect.stringMatching(/^Other words: /) }])
})

/** Two texts that the gateway postponed are due again, one of them too late; their claim waits for the funds. */
const whileTheirRetriesWait = async (happens: () => Promise<void>) => {
  const [late, other] = [trader.paid(), trader.paid()]
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [late, other] }])
  await trader.sync()
  product.sandbox.faults.ask({ twilio429: { count: 2 } })
  await trader.send()
  expect((await trader.requests()).map(({ state }) => state)).toEqual(['sending', 'sending'])
  const { id } = await trader.request(late)
  await sql`update review_requests set meant_at = meant_at - interval '20 days' where id = ${id}`.execute(
    product.db,
  )
  product.later(6 * MINUTE_MS)

  // Asked for the time between the claim of what is fresh and that of what is to be tried again.
  let held: Promise<void> | undefined
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
  const databaseNow = async () => {
    held ??= asSystem(product.db, async (trx) => {
      await lockFunds(trx, trader.businessId)
      locked()
      await expect.poll(waiting).toBe(1)
      await happens()
    }).finally(locked)
    await isLocked
    return product.now()
  }
  await product.otherWorker({ databaseNow })(`send:${trader.businessId}`)
  expect(held).toBeDefined()
  await held
  return { late, other }
}

test('one that is to be tried again does not go either where she switches texts off meanwhile', async () => {
  const { late, other } = await whileTheirRetriesWait(() => trader.set({ automation_enabled: false }))
  expect(trader.texts()).toEqual([])
  for (const invoice of [late, other])
    expect(await trader.request(invoice)).toMatchObject({
      state: 'cancelled',
      state_reason: 'automation_off',
    })
  expect(await trader.balance()).toEqual({ available: 1000, reserved: 0 })
})
