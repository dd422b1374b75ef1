import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { VendorFailure } from '../../platform/errors.ts'

const NONE = { minuteRemaining: undefined, dayRemaining: undefined, appMinuteRemaining: undefined }

/** A lone question of an organisation with calls to spare is asked first, and counted with its answer. */

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
})

const tellOne = () => tellOf(product, [{ tenantId: trader.tenantId, invoices: [trader.paid()] }])
/** Xero's minutes are the clock's: where one ends in the middle of a test, its answers count from one again. */
const stayInOneMinute = () => product.stopClock()
const asked = () => product.sandbox.xero.calls().filter(({ tenantId }) => tenantId === trader.tenantId).length
const counted = async () => {
  const { minute_calls } = await product.db
    .selectFrom('organisations')
    .where('tenant_id', '=', trader.tenantId)
    .select('minute_calls')
    .executeTakeFirstOrThrow()
  return minute_calls
}

test('each call is counted once, be it asked first or paid for first', async () => {
  stayInOneMinute()
  for (let told = 1; told <= 14; told += 1) {
    await tellOne()
    await trader.sync()
    expect([asked(), await counted()]).toEqual([told, told])
  }
})

test('a call of which Xero does not say how many are left is counted as well', async () => {
  const { xero } = product.parts
  const invoice: typeof xero.invoice = async (...of) => ({ ...(await xero.invoice(...of)), limits: NONE })
  for (let told = 1; told <= 3; told += 1) {
    await tellOne()
    await product.otherWorker({ xero: { ...xero, invoice } })(`sync:${trader.tenantId}`)
    expect(await counted()).toBe(told)
  }
})

test.each([
  ['rejected', 'http-400', 1],
  // Another one is asked about as well, to see whether Xero answers that.
  ['retry-later', 'http-503', 2],
] as const)('a call whose answer could not be used is counted: %s', async (kind, code, calls) => {
  await tellOne()
  const { xero } = product.parts
  const invoice = () => Promise.reject(new VendorFailure('xero', kind, code, 'in a test'))
  await product.otherWorker({ xero: { ...xero, invoice } })(`sync:${trader.tenantId}`)
  expect(await counted()).toBe(calls)
})

test('the first call after a minute begins the next', async () => {
  const setBack = new Date(Date.now() - 2 * MINUTE_MS)
  await trader.setOrganisation({ minute_calls: 40, minute_spent: 0, minute_started_at: setBack })
  await tellOne()
  const { xero } = product.parts
  let answeredAt: Date | undefined
  const invoice: typeof xero.invoice = async (...of) => {
    const answer = await xero.invoice(...of)
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(product.db)
    answeredAt = rows[0]!.now
    return answer
  }
  await product.otherWorker({ xero: { ...xero, invoice } })(`sync:${trader.tenantId}`)
  expect(await counted()).toBe(1)
  // As Xero's, before it has answered: what is asked sixty seconds later is in the next minute of both.
  const { rows } = await sql<{ is: boolean }>`
    select minute_started_at between ${answeredAt}::timestamptz - interval '1 minute' and ${answeredAt} as is
    from organisations where tenant_id = ${trader.tenantId}`.execute(product.db)
  expect(rows).toEqual([{ is: true }])
})

test('a batch of a sweep that asks Xero nothing records no answer of before as the newest', async () => {
  stayInOneMinute()
  const regular = trader.customer()
  const { xero } = product.sandbox
  const credited = Array.from({ length: 6 }, () => trader.invoice(regular))
  for (const { invoiceId } of credited) xero.credit(trader.tenantId, invoiceId, { webhook: false })
  for (let more = 0; more < 40; more += 1) trader.paid(regular)
  await product.job('sweep-organisation', trader)
  expect(asked()).toBe(8)
  expect(await spent()).toBe(8)
  expect(await counted()).toBeGreaterThanOrEqual(8)
})

/** Of Xero's minute, as its newest answer has it. */
const spent = async () => {
  const { minute_spent } = await product.db
    .selectFrom('organisations')
    .where('tenant_id', '=', trader.tenantId)
    .select('minute_spent')
    .executeTakeFirstOrThrow()
  return minute_spent
}
