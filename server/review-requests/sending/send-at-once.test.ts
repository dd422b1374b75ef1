import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Invoice } from '../../../sandbox/xero/model/books.ts'
import { asOwner, useProduct } from '../../../test/support/product.ts'
import { createTrader, SEGMENT_CENTS, tellOf, type Trader } from '../../../test/support/trader.ts'
import { MINUTE_MS } from '../../platform/dates.ts'

/** What is due when it is decided is claimed by the transaction that decides it. */

const product = useProduct()

const tell = (trader: Trader, ...invoices: Invoice[]) =>
  tellOf(product, [{ tenantId: trader.tenantId, invoices }])

const syncAtOnce = (trader: Trader) => product.otherWorker()(`sync:${trader.tenantId}`)

test('a text that is due is sent by the sync that decides it, and paid for', async () => {
  const trader = await createTrader(product, { fundsCents: 100 })
  const invoice = trader.paid()
  await tell(trader, invoice)
  await syncAtOnce(trader)
  expect(trader.texts()).toHaveLength(1)
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent', attempts: 1 })
  expect(await trader.balance()).toEqual({ available: 100 - SEGMENT_CENTS, reserved: 0 })
})

test('a text that is due later waits for its sender', async () => {
  const trader = await createTrader(product)
  await trader.set({ delay_minutes: 60 })
  const invoice = trader.paid()
  await tell(trader, invoice)
  await syncAtOnce(trader)
  expect(trader.texts()).toEqual([])
  expect(await trader.request(invoice)).toMatchObject({ state: 'scheduled' })
})

test('outside the hours of its business a text waits for them', async () => {
  const trader = await createTrader(product)
  await trader.openIn(90)
  const invoice = trader.paid()
  await tell(trader, invoice)
  await syncAtOnce(trader)
  expect(trader.texts()).toEqual([])
  expect(await trader.request(invoice)).toMatchObject({ state: 'scheduled' })
})

test('a business with a pace gets its turns from the sender', async () => {
  const trader = await createTrader(product)
  await trader.set({ pace_per_hour: 20, pace_per_day: 60 })
  await tell(trader, trader.paid())
  await syncAtOnce(trader)
  expect(trader.texts()).toEqual([])
  await trader.send()
  expect(trader.texts()).toHaveLength(1)
})

test('where a text that the gateway postponed is to be tried again, what is new waits behind it', async () => {
  const trader = await createTrader(product)
  product.sandbox.faults.ask({ twilio429: { count: 1 } })
  await tell(trader, trader.paid())
  await syncAtOnce(trader)
  product.later(2_000)
  await tell(trader, trader.paid())
  await syncAtOnce(trader)
  expect(trader.texts()).toEqual([])
  await product.tick()
  expect(trader.texts()).toHaveLength(2)
})

test('an older text that has to be looked up first is left to the sender, with what is new', async () => {
  const trader = await createTrader(product)
  await tell(trader, trader.paid())
  await trader.sync()
  product.later(11 * MINUTE_MS)
  await tell(trader, trader.paid())
  await syncAtOnce(trader)
  expect(trader.texts()).toEqual([])
  await trader.send()
  expect(trader.texts()).toHaveLength(2)
})

test('an invoice that is paid once more is left to the sender', async () => {
  const trader = await createTrader(product)
  const invoice = trader.paid()
  await tell(trader, invoice)
  await trader.sync()
  product.sandbox.xero.undo(trader.tenantId, invoice.invoiceId, { webhook: false })
  await tell(trader, invoice)
  await syncAtOnce(trader)
  expect(await trader.request(invoice)).toMatchObject({ state: 'cancelled' })
  product.sandbox.xero.pay(trader.tenantId, invoice.invoiceId, { webhook: false })
  await tell(trader, invoice)
  await syncAtOnce(trader)
  expect(await trader.request(invoice)).toMatchObject({ state: 'scheduled' })
  await trader.send()
  expect(trader.texts()).toHaveLength(1)
})

test('where the claim cannot be written, nothing is sent, and the invoice is decided all the same', async () => {
  const trader = await createTrader(product)
  const invoice = trader.paid()
  await tell(trader, invoice)
  await asOwner(product.databaseUrl, async (owner) => {
    await owner.query(`alter table send_attempts add constraint refused check (number > 1) not valid`)
    await syncAtOnce(trader)
    expect(await trader.request(invoice)).toMatchObject({ state: 'scheduled' })
    expect(trader.texts()).toEqual([])
    await owner.query(`alter table send_attempts drop constraint refused`)
  })
  await trader.send()
  expect(trader.texts()).toHaveLength(1)
})

test('where somebody keeps the funds, the invoice is decided, and its text waits for them', async () => {
  const trader = await createTrader(product)
  const invoice = trader.paid()
  await tell(trader, invoice)
  await asOwner(product.databaseUrl, async (owner) => {
    await owner.query('begin')
    await owner.query('select from balances where business_id = $1 for update', [trader.businessId])
    // It waits for nobody.
    await syncAtOnce(trader)
    expect(await trader.request(invoice)).toMatchObject({ state: 'scheduled' })
    expect(trader.texts()).toEqual([])
    await owner.query('rollback')
  })
  await trader.send()
  expect(trader.texts()).toHaveLength(1)
})

test('a worker that is to stop decides what it has read, and claims nothing more', async () => {
  const trader = await createTrader(product)
  const invoice = trader.paid()
  await tell(trader, invoice)
  const stopping = new AbortController()
  const xero: typeof product.parts.xero = {
    ...product.parts.xero,
    invoice: (...asked) => {
      stopping.abort()
      return product.parts.xero.invoice(...asked)
    },
  }
  await product.otherWorker({ xero })(`sync:${trader.tenantId}`, stopping.signal)
  expect(stopping.signal.aborted).toBe(true)
  expect(await trader.request(invoice)).toMatchObject({ state: 'scheduled' })
  await trader.send()
  expect(trader.texts()).toHaveLength(1)
})

/** One that answers when the test says so. */
const slowGateway = () => {
  const answered = Promise.withResolvers<void>()
  const { twilio } = product.parts
  const send = async (sms: Parameters<typeof twilio.send>[0]) => {
    await answered.promise
    return twilio.send(sms)
  }
  return { twilio: { ...twilio, send }, answer: answered.resolve }
}

test('a gateway that does not answer holds up neither the lease of the organisation nor what it is told next', async () => {
  const trader = await createTrader(product)
  const { twilio, answer } = slowGateway()
  const sync = product.otherWorker({ twilio })
  const syncs: Promise<void>[] = []
  for (const invoice of [trader.paid(), trader.paid()]) {
    await tell(trader, invoice)
    syncs.push(sync(`sync:${trader.tenantId}`))
    await expect.poll(() => trader.decision(invoice)).toBe('scheduled')
  }
  await expect
    .poll(async () => {
      const { rows } = await sql<{ is: boolean }>`
        select not exists (
                 select from leases where name = ${`sync:${trader.tenantId}`} and expires_at > clock_timestamp())
               and not exists (select from xero_events where tenant_id = ${trader.tenantId} and handled_at is null) as is`.execute(
        product.db,
      )
      return rows[0]!.is
    })
    .toBe(true)
  expect(trader.texts()).toEqual([])
  answer()
  await Promise.all(syncs)
  expect(trader.texts()).toHaveLength(2)
})

test('where twice as many texts are on their way as the gateway takes at once, the others wait in the database', async () => {
  const trader = await createTrader(product, { fundsCents: 10_000 })
  const invoices = Array.from({ length: 250 }, () => trader.paid())
  await tell(trader, ...invoices)
  const { twilio, answer } = slowGateway()
  const syncing = product.otherWorker({ twilio })(`sync:${trader.tenantId}`)
  const states = async () => (await trader.requests()).map(({ state }) => state)
  await expect.poll(async () => (await states()).length).toBe(250)
  const waiting = (await states()).filter((state) => state === 'scheduled').length
  expect(waiting).toBeGreaterThanOrEqual(250 - 128 - 40)
  expect(waiting).toBeLessThan(250)
  answer()
  await syncing
  expect(trader.texts()).toHaveLength(250 - waiting)
  await trader.send()
  expect(trader.texts()).toHaveLength(250)
})

test('that holds for businesses whose texts are claimed at the same time', async () => {
  const traders = await Promise.all(
    Array.from({ length: 6 }, () => createTrader(product, { fundsCents: 10_000 })),
  )
  for (const trader of traders) await tell(trader, ...Array.from({ length: 40 }, () => trader.paid()))
  const { twilio, answer } = slowGateway()
  const sync = product.otherWorker({ twilio })
  const syncing = traders.map(({ tenantId }) => sync(`sync:${tenantId}`))
  const states = async () =>
    (await Promise.all(traders.map((trader) => trader.requests()))).flat().map(({ state }) => state)
  await expect.poll(async () => (await states()).length).toBe(240)
  const claimed = (await states()).filter((state) => state === 'sending').length
  expect(claimed).toBeGreaterThanOrEqual(40)
  expect(claimed).toBeLessThan(128 + 40)
  answer()
  await Promise.all(syncing)
})
