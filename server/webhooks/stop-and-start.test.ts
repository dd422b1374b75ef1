import { sql, type RawBuilder } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { inboundOf } from '../../test/support/sms-door.ts'
import { createTrader, tellOf, type Customer, type Trader } from '../../test/support/trader.ts'
import { asSystem } from '../database/database.ts'

const product = useProduct()
let trader: Trader
let mobile = 422_300_000
let customer: Customer

beforeEach(async () => {
  trader = await createTrader(product)
  customer = trader.customer(`+61${(mobile += 1)}`)
})
afterEach(() => vi.restoreAllMocks())

type Said = { body: 'STOP' | 'START'; sid?: string; secondsAgo: number; to?: string }

/** Another number of the messaging service: a STOP to either holds for both. */
const OTHER = '+61480009999'

/** By the gateway's clock, in whole seconds. */
const listed = ({ body, sid = `SM${crypto.randomUUID()}`, secondsAgo, to }: Said) => ({
  messageSid: sid,
  from: customer.phone,
  to: to ?? product.parts.twilio.sender,
  body,
  optOutType: undefined,
  sentAt: new Date((Math.floor(Date.now() / 1000) - secondsAgo) * 1000),
})
/** Each page as the gateway lists it, the newest first. */
const poll = async (...pages: Said[][]) => {
  vi.spyOn(product.parts.twilio, 'inbound').mockImplementation(async function* () {
    for (const page of pages) yield { texts: page.map(listed), unreadable: 0 }
  })
  await product.job('poll-inbound')
}
/** By webhook, `minutesAgo` by the database's clock. */
const say = async (body: string, { minutesAgo = 0, ...more }: { minutesAgo?: number; to?: string } = {}) => {
  const sid = `SM${crypto.randomUUID()}`
  expect(await inboundOf(product, { phone: customer.phone, body, sid, ...more })).toBe(200)
  await sql`
    update sms_inbound set received_at = received_at - ${minutesAgo} * interval '1 minute'
    where message_sid = ${sid}`.execute(product.db)
  return sid
}
const waitsFor = (seen: RawBuilder<unknown>) =>
  vi.waitFor(async () => expect((await seen.execute(product.db)).rows).not.toHaveLength(0))
const decision = async () => {
  const invoice = trader.paid(customer)
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
  return trader.decision(invoice)
}

test('a STOP that is read late holds though the START before it was recorded after it was sent', async () => {
  await say('START')
  await poll([{ body: 'STOP', secondsAgo: 1 }])
  expect(await decision()).toBe('opted_out')
})

test('also where the gateway lists that START, on the same page or a later one', async () => {
  const sid = await say('START')
  await poll([{ body: 'STOP', secondsAgo: 1 }], [{ body: 'START', sid, secondsAgo: 3 }])
  expect(await decision()).toBe('opted_out')
  customer = trader.customer(`+61${(mobile += 1)}`)
  const other = await say('START')
  await poll([
    { body: 'START', sid: other, secondsAgo: 3 },
    { body: 'STOP', secondsAgo: 1 },
  ])
  expect(await decision()).toBe('opted_out')
})

test('a START of seconds after a STOP that is read late holds where the gateway’s list says so', async () => {
  const sid = await say('START')
  await poll([
    { body: 'STOP', secondsAgo: 3 },
    { body: 'START', sid, secondsAgo: 1 },
  ])
  expect(await decision()).toBe('scheduled')
})

test('where the list does not show the START it holds if it came long after the STOP', async () => {
  await say('START')
  await poll([{ body: 'STOP', secondsAgo: 20 * 60 }])
  expect(await decision()).toBe('scheduled')
})

test('of a STOP and a START that were both forgotten the later one holds, as the gateway lists them', async () => {
  await poll([{ body: 'START', secondsAgo: 1 }], [{ body: 'STOP', secondsAgo: 3 }])
  expect(await decision()).toBe('scheduled')
  await poll([{ body: 'STOP', secondsAgo: 0 }])
  expect(await decision()).toBe('opted_out')
})

test('a START that is read late undoes no STOP that may have come after it by another clock', async () => {
  await say('STOP', { minutesAgo: 1 })
  await poll([{ body: 'START', secondsAgo: 30 }])
  expect(await decision()).toBe('opted_out')
})

test('a START that is posted again after the STOP that came behind it is undone by the gateway’s list', async () => {
  const stop = await say('STOP')
  const start = await say('START')
  await poll([
    { body: 'STOP', sid: stop, secondsAgo: 20 },
    { body: 'START', sid: start, secondsAgo: 60 },
  ])
  expect(await decision()).toBe('opted_out')
})

test('also where the list shows that START later', async () => {
  const stop = await say('STOP')
  const start = await say('START')
  const listedStop = { body: 'STOP', sid: stop, secondsAgo: 20 } as const
  await poll([listedStop])
  await poll([listedStop], [{ body: 'START', sid: start, secondsAgo: 60 }])
  await poll([listedStop])
  expect(await decision()).toBe('opted_out')
})

test('a START that was said after the STOP holds though the list lacked it at first', async () => {
  const stop = await say('STOP')
  const start = await say('START')
  const listedStop = { body: 'STOP', sid: stop, secondsAgo: 60 } as const
  await poll([listedStop])
  await poll([{ body: 'START', sid: start, secondsAgo: 20 }], [listedStop])
  await poll([listedStop])
  expect(await decision()).toBe('scheduled')
})

test('a START that was said after the STOP holds where the gateway lists both', async () => {
  const stop = await say('STOP')
  const start = await say('START')
  await poll([{ body: 'START', sid: start, secondsAgo: 20 }], [{ body: 'STOP', sid: stop, secondsAgo: 60 }])
  expect(await decision()).toBe('scheduled')
})

test('a STOP holds also where the START before it, to another shared number, is posted again after it', async () => {
  const stop = await say('STOP')
  const start = await say('START', { to: OTHER })
  await poll([
    { body: 'STOP', sid: stop, secondsAgo: 20 },
    { body: 'START', sid: start, secondsAgo: 60, to: OTHER },
  ])
  expect(await decision()).toBe('opted_out')
})

test('a START to another shared number holds that was said after the STOP, whatever was said before that', async () => {
  const before = await say('START')
  const stop = await say('STOP')
  const start = await say('START', { to: OTHER })
  await poll([
    { body: 'START', sid: start, secondsAgo: 20, to: OTHER },
    { body: 'STOP', sid: stop, secondsAgo: 60 },
    { body: 'START', sid: before, secondsAgo: 90 },
  ])
  await poll([{ body: 'STOP', sid: stop, secondsAgo: 60 }])
  expect(await decision()).toBe('scheduled')
})

test('a STOP that comes while the START before it is still being recorded holds', async () => {
  const sid = `SM${crypto.randomUUID()}`
  const answers: Promise<unknown>[] = []
  const held = asSystem(product.db, async (trx) => {
    await sql`
      insert into sms_inbound (message_sid, phone_hash, sender, meaning) values (${sid}, '', '', 'other')`.execute(
      trx,
    )
    answers.push(inboundOf(product, { phone: customer.phone, body: 'START', sid }))
    await waitsFor(sql`select from pg_locks where not granted and locktype = 'transactionid'`)
    answers.push(say('STOP'))
    await waitsFor(sql`
      select from pg_locks where not granted and locktype = 'advisory'
      union all select from sms_inbound
      where meaning = 'stop' and phone_hash = ${product.parts.hashPhone(customer.phone)}`)
    throw new Error('taken back')
  })
  await expect(held).rejects.toThrow('taken back')
  await Promise.all(answers)
  expect(await decision()).toBe('opted_out')
})
