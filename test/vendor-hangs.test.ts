import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { addRequest } from './support/paid-invoices.ts'
import { useProduct } from './support/product.ts'
import { startDispatcher } from '../server/platform/postgres/work/dispatcher.ts'
import { createTrader, type Trader } from './support/trader.ts'

const product = useProduct()
const hung: (() => void)[] = []
let running: Promise<unknown>[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const letGo of hung.splice(0)) letGo()
  await Promise.all(running.splice(0))
})

const hang = (): Promise<never> =>
  new Promise((_, reject) => {
    hung.push(() => reject(new Error('it never answered')))
  })

const begin = (work: Promise<unknown>) => void running.push(work.catch(() => undefined))

const many = (count: number): Promise<Trader[]> =>
  Promise.all(Array.from({ length: count }, () => createTrader(product)))

/** More than the database has connections for. */
const STUCK = 14

test('where Xero hands out no tokens, a business that needs none has its texts sent', async () => {
  const stuck = await many(STUCK)
  const good = await createTrader(product)
  good.paid()
  await product.job('sweep-organisation', good)
  await sql`update xero_authorisations set access_expires_at = now()
            where business_id = any(${stuck.map(({ businessId }) => businessId)}::uuid[])`.execute(product.db)
  vi.spyOn(product.parts.xero, 'refresh').mockImplementation(hang)
  for (const { businessId, tenantId } of stuck)
    begin(product.job('sweep-organisation', { businessId, tenantId }))
  await expect.poll(() => hung.length).toBeGreaterThan(0)
  await good.send()
  expect(good.texts()).toHaveLength(1)
})

test('where Xero does not say whether an invoice is still paid, what it said just now is enough for others', async () => {
  const [good, ...stuck] = await many(STUCK)
  for (const trader of stuck) await addRequest(product.db, trader, { customer_phone: '+61491570006' })
  vi.spyOn(product.parts.xero, 'invoice').mockImplementation(hang)
  for (const trader of stuck) begin(trader.send())
  await expect.poll(() => hung.length).toBeGreaterThan(0)

  good!.customer('+61491570156')
  const now = product.now()
  const fresh = { customer_phone: '+61491570156', checked_at: now, due_at: now }
  await addRequest(product.db, good!, fresh)
  await addRequest(product.db, good!, { customer_phone: '+61491570006' })
  await good!.send()
  expect(good!.texts()).toHaveLength(1)
})

test('where few may send at once, as after the database was lost, texts that wait for Xero take no place of others', async () => {
  const [good, ...stuck] = await many(4)
  for (const trader of stuck) await addRequest(product.db, trader, { customer_phone: '+61491570006' })
  vi.spyOn(product.parts.xero, 'invoice').mockImplementation(hang)
  const { db, databaseUrl: url, parts } = product
  const dispatcher = startDispatcher({ ...parts, db, url, work: product.allWork(), atOnce: 2 })
  for (const { businessId } of stuck) dispatcher.wake(`send:${businessId}`)
  await expect.poll(() => hung.length).toBeGreaterThanOrEqual(2)

  good!.customer('+61491570158')
  const now = product.now()
  const fresh = { customer_phone: '+61491570158', checked_at: now, due_at: now }
  await addRequest(product.db, good!, fresh)
  dispatcher.wake(`send:${good!.businessId}`)
  await expect.poll(() => good!.texts().length, { timeout: 10_000 }).toBe(1)
  begin(dispatcher.stop())
})
