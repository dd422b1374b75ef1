import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { asOwner, useProduct } from '../../../test/support/product.ts'
import { AFTER_CLAIMS_MS, createRestoring } from '../../../test/support/restoring.ts'
import { anotherHistory, markMoment } from '../../../test/support/rewind.ts'
import { inboundOf, reportOf } from '../../../test/support/sms-door.ts'
import { createTrader, SEGMENT_CENTS, type Trader } from '../../../test/support/trader.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'
import { VendorFailure } from '../../platform/errors.ts'

const product = useProduct()
let trader: Trader
beforeEach(async () => {
  trader = await createTrader(product)
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
  await settled()
})
const { fence, settled, pay, text, sweep, forget, faults } = createRestoring(product, () => trader)
const mark = () => markMoment(product.databaseUrl)

test('of workers that find another history one raises the fence, none sends, and it lifts by itself', async () => {
  await pay()
  await trader.sync()
  await anotherHistory(product.databaseUrl, 'restored')
  const other = product.otherWorker()
  await Promise.all([trader.send(), other(`send:${trader.businessId}`)])
  expect(trader.texts()).toHaveLength(0)
  const said = vi.spyOn(product.parts.log, 'warn')
  await Promise.all([product.work('recovery:fence'), other('recovery:fence')])
  expect(said.mock.calls.filter(([, words]) => words?.includes('is up'))).toHaveLength(1)
  said.mockRestore()
  expect(await fence()).toBe('restored')
  // A claim that was forgotten may be sent until then.
  await product.tick()
  expect(trader.texts()).toHaveLength(0)
  await settled()
  expect(await fence()).toBeUndefined()
  expect(trader.texts()).toHaveLength(1)
})

test('a sync that is under way when the history changes decides nothing', async () => {
  const invoice = await pay()
  const { xero } = product.parts
  const { invoice: fetch } = xero
  const asked = vi.spyOn(xero, 'invoice').mockImplementation(async (...wanted) => {
    await anotherHistory(product.databaseUrl, 'restored')
    return fetch(...wanted)
  })
  await expect(trader.sync()).rejects.toThrow('compared with what the vendors know')
  asked.mockRestore()
  expect(await trader.decision(invoice)).toBeUndefined()
  await settled()
  await settled()
  expect(await trader.decision(invoice)).toBe('scheduled')
})

test('a sweep that is under way while Xero’s cursors step back leaves them there, and all is read anew', async () => {
  const invoice = await text()
  await sweep()
  const { xero } = product.parts
  const { paidInvoices } = xero
  const asked = vi.spyOn(xero, 'paidInvoices').mockImplementationOnce(async (...wanted) => {
    const page = await paidInvoices(...wanted)
    page.body.items = []
    await anotherHistory(product.databaseUrl, 'restored')
    await settled()
    await settled()
    return page
  })
  await product.job('sweep-organisation', trader)
  asked.mockRestore()
  expect(await fence()).toBeUndefined()
  const { rows } = await sql<{ swept: Date | null; isBack: boolean }>`
    select swept_at as swept, sweep_cursor < ${new Date(invoice.updatedAt)} as "isBack" from organisations
    where tenant_id = ${trader.tenantId}`.execute(product.db)
  expect(rows).toEqual([{ swept: null, isBack: true }])
})

test('a restore that forgets texts sends none twice: each is taken over, and paid for once', async () => {
  const first = await text()
  const moment = await mark()
  const invoices = [await text(), await text(), await text()]
  const sids = trader.texts().map(({ sid }) => sid)
  await forget(moment, 'restored')
  expect(await trader.requests()).toHaveLength(1)
  await settled()
  await sweep()
  expect(trader.texts()).toHaveLength(4)
  for (const [at, invoice] of [first, ...invoices].entries())
    expect(await trader.request(invoice)).toMatchObject({ state: 'sent', message_sid: sids[at], attempts: 1 })
  expect(await trader.balance()).toEqual({ available: 1000 - 4 * SEGMENT_CENTS, reserved: 0 })
  expect(await faults()).toEqual([])
  const { body } = (await trader.requests()).at(-1) as unknown as { body: string }
  expect(body).toBe(trader.texts().at(-1)!.body)
})

test('a text that waited at the restored moment is not sent again, in whatever way it waited', async () => {
  const [invoice, other] = [await pay(), await pay()]
  await trader.sync()
  product.sandbox.faults.ask({ twilio429: { count: 1 } })
  await trader.send()
  const moment = await mark()
  product.later(MINUTE_MS)
  await product.tick()
  expect(trader.texts()).toHaveLength(2)
  await forget(moment, 'restored')
  await settled()
  product.later(MINUTE_MS)
  await settled()
  expect(trader.texts()).toHaveLength(2)
  expect([(await trader.request(invoice)).state, (await trader.request(other)).state]).toEqual([
    'sent',
    'sent',
  ])
  expect(await faults()).toEqual([])
})

test.each(['restored', 'restarted'] as const)(
  'a STOP that was forgotten still holds where the database seems %s',
  async (seems) => {
    const customer = trader.customer()
    const planned = await pay(customer)
    await trader.sync()
    const moment = await mark()
    const { sid } = await product.sandbox.twilio.reply(customer.phone, 'STOP')
    await inboundOf(product, { phone: customer.phone, body: 'STOP', sid })
    await forget(moment, seems)
    const later = await pay(customer)
    await settled()
    expect(trader.texts()).toHaveLength(0)
    expect(await trader.request(planned)).toMatchObject({ state: 'cancelled', state_reason: 'opted_out' })
    expect(await trader.decision(later)).toBe('opted_out')
  },
)

test('a forgotten STOP of days ago holds although customers’ texts had never been read before', async () => {
  await asOwner(product.databaseUrl, (pool) => pool.query('delete from inbound_polls'))
  const customer = trader.customer()
  const planned = await pay(customer)
  await trader.sync()
  const moment = await mark()
  await product.sandbox.twilio.reply(customer.phone, 'STOP')
  product.later(2 * DAY_MS)
  await forget(moment, 'restored')
  await settled()
  // Not even tried: Twilio, which remembers it as well, would have refused it.
  expect(await trader.request(planned)).toMatchObject({ state: 'cancelled', state_reason: 'opted_out' })
})

test('a restart while the forgotten texts are read takes nothing back of what is to be done', async () => {
  const moment = await mark()
  for (let count = 0; count < 3; count += 1) await text()
  const [newestSid] = trader
    .texts()
    .map(({ sid }) => sid)
    .slice(-1)
  await forget(moment, 'restored')
  product.later(AFTER_CLAIMS_MS)
  const { twilio } = product.parts
  const { sent, newest } = twilio
  const cut = vi.spyOn(twilio, 'sent').mockImplementation(async function* (since) {
    for await (const texts of sent(since)) {
      yield texts.filter(({ messageSid }) => messageSid === newestSid)
      throw new VendorFailure('twilio', 'retry-later', 'gone', 'The list broke off')
    }
  })
  // The one stands for a page of them.
  const shown = vi
    .spyOn(twilio, 'newest')
    .mockImplementation(async () => (await newest()).filter(({ messageSid }) => messageSid === newestSid))
  await expect(product.work('recovery:fence')).rejects.toThrow('broke off')
  cut.mockRestore()
  await anotherHistory(product.databaseUrl, 'restarted')
  await settled()
  await sweep()
  shown.mockRestore()
  expect(trader.texts()).toHaveLength(3)
})

test('a customer whose text was forgotten gets no second one for another invoice', async () => {
  const customer = trader.customer()
  const moment = await mark()
  const forgotten = await text(customer)
  await forget(moment, 'restored')
  const later = await pay(customer)
  await trader.sync()
  await settled()
  expect(trader.texts()).toHaveLength(1)
  await sweep()
  expect(trader.texts()).toHaveLength(1)
  expect(await trader.request(forgotten)).toMatchObject({ state: 'sent' })
  expect(await trader.decision(later)).toBe('cooldown')
})

test('days after a restore such a customer still rests, where Xero could not be asked meanwhile', async () => {
  const customer = trader.customer()
  const moment = await mark()
  await text(customer)
  await forget(moment, 'restored')
  await settled()
  await sql`update found_texts set found_at = now() - interval '2 days'`.execute(product.db)
  const later = await pay(customer)
  await product.tick()
  expect(trader.texts()).toHaveLength(1)
  expect(await trader.decision(later)).toBe('cooldown')
})

test('what became of a forgotten text is known as soon as it is taken over, and reports on it still count', async () => {
  const moment = await mark()
  const lost = trader.customer('+61491579760')
  const invoice = await text(lost)
  const { rows } = await sql<{ id: string }>`
    select id from send_attempts where message_sid = ${trader.texts().at(-1)!.sid}`.execute(product.db)
  await forget(moment, 'restored')
  await settled()
  await sweep()
  const { message_sid: sid } = await trader.request(invoice)
  await reportOf(product, rows[0]!.id, { sid: sid!, status: 'delivered' })
  expect((await trader.request(invoice)).state).toBe('delivered')
  expect(await fence()).toBeUndefined()
})

test('where the funds do not cover a forgotten text, it is sent all the same, and the books agree', async () => {
  const moment = await mark()
  const invoice = await text()
  await forget(moment, 'restored')
  await sql`
    with booked as (
      insert into transfers (business_id, kind, reference) values (${trader.businessId}, 'refund', 're_1') returning id)
    insert into entries (business_id, transfer_id, account, amount_cents)
    select ${trader.businessId}, id, side.account, side.cents
    from booked cross join (values ('available', -1000), ('card', 1000)) as side (account, cents)`.execute(
    product.db,
  )
  await settled()
  await sweep()
  expect(trader.texts()).toHaveLength(1)
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
  expect(await trader.balance()).toEqual({ available: 0, reserved: 0 })
  expect(await faults()).toEqual([])
})

test('where bodies are redacted, a forgotten text is that of the customer’s invoice', async () => {
  const moment = await mark()
  product.sandbox.twilio.redactBodies(true)
  try {
    const invoice = await text()
    await forget(moment, 'restored')
    await settled()
    await sweep()
    expect(trader.texts()).toHaveLength(1)
    expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
  } finally {
    product.sandbox.twilio.redactBodies(false)
  }
})
