import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asOwner, useProduct } from '../../test/support/product.ts'
import { inboundOf, post, reportOf } from '../../test/support/sms-door.ts'
import { createTrader, tellOf, type Customer, type Trader } from '../../test/support/trader.ts'
import type { ListedInbound } from '../integrations/twilio/twilio-inbound.ts'
import { listDead, replayDead } from '../operations/inbox.ts'
import { MINUTE_MS } from '../platform/dates.ts'

const product = useProduct()
let trader: Trader

beforeEach(async () => {
  trader = await createTrader(product)
  await sql`delete from twilio_messages`.execute(product.db)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await accept()
})

/** Whatever the reason: PostgreSQL refuses texts and reports with such a sid. */
const refuse = () =>
  asOwner(product.databaseUrl, async (pool) => {
    await pool.query(
      `alter table sms_callbacks add constraint no_sid check (message_sid not like 'SMbad%') not valid`,
    )
    await pool.query(
      `alter table sms_inbound add constraint no_sid check (message_sid not like 'SMbad%') not valid`,
    )
  })
const accept = () =>
  asOwner(product.databaseUrl, async (pool) => {
    await pool.query('alter table sms_callbacks drop constraint if exists no_sid')
    await pool.query('alter table sms_inbound drop constraint if exists no_sid')
  })
const kept = async () => {
  const { rows } = await sql<{
    kind: string
    attempts: number
    error: string
    state: string
    content: string
  }>`
    select kind, attempts, error, content,
           case when handled_at is not null then 'handled' when dead_at is not null then 'dead' else 'waiting' end as state
    from twilio_messages order by received_at`.execute(product.db)
  return rows
}
const passMinutes = async (minutes: number) => {
  for (let passed = 0; passed < minutes; passed += 5) {
    product.later(5 * MINUTE_MS)
    await product.tick()
  }
}
const pageOf = (...texts: ListedInbound[]) =>
  async function* () {
    yield { texts, unreadable: 0 }
  }
const sendOne = async (customer?: Customer) => {
  const invoice = trader.paid(customer)
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
  await trader.send()
  const { id } = await trader.request(invoice)
  const attempt = await product.db
    .selectFrom('send_attempts')
    .select('id')
    .where('request_id', '=', id)
    .executeTakeFirstOrThrow()
  return { invoice, attemptId: attempt.id }
}
const decisionOn = async (customer: Customer) => {
  const invoice = trader.paid(customer)
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
  return trader.decision(invoice)
}

test('a report that cannot be written is put aside with its error, acknowledged, and recorded when replayed', async () => {
  await refuse()
  const { invoice, attemptId } = await sendOne()
  await sql`update send_attempts set message_sid = 'SMbad1' where id = ${attemptId}`.execute(product.db)
  await sql`update review_requests set message_sid = 'SMbad1' where business_id = ${trader.businessId}`.execute(
    product.db,
  )
  const report = () => reportOf(product, attemptId, { sid: 'SMbad1', status: 'delivered' })
  expect([await report(), await report()]).toEqual([204, 204])
  expect(await kept()).toMatchObject([
    { kind: 'status', attempts: 1, error: expect.stringContaining('no_sid') },
  ])
  await passMinutes(90)
  expect(await kept()).toMatchObject([{ attempts: 6, state: 'dead' }])
  const [dead] = await listDead(product.db, 10)
  expect(dead).toMatchObject({ id: expect.stringMatching(/^twilio:/), about: 'status SMbad1' })

  await accept()
  expect(await replayDead(product.db, [dead!.id])).toBe(1)
  await product.tick()
  expect(await trader.request(invoice)).toMatchObject({ state: 'delivered' })
  expect(await kept()).toMatchObject([{ state: 'handled' }])
})

test('what could be written a moment later is recorded by itself', async () => {
  await refuse()
  const customer = trader.customer()
  expect(await inboundOf(product, { phone: customer.phone, body: 'STOP it, please', sid: 'SMbad2' })).toBe(
    200,
  )
  expect(await kept()).toMatchObject([{ kind: 'inbound', state: 'waiting' }])
  const { content } = (await kept())[0]!
  for (const word of ['please', customer.phone]) expect(content).not.toContain(word)
  await accept()
  await passMinutes(5)
  expect(await kept()).toMatchObject([{ state: 'handled' }])
  expect(await decisionOn(customer)).toBe('opted_out')
})

test('a STOP that is recorded late does not undo the START that came after it', async () => {
  await refuse()
  const customer = trader.customer()
  await inboundOf(product, { phone: customer.phone, body: 'STOP', sid: 'SMbad3' })
  await inboundOf(product, { phone: customer.phone, body: 'START' })
  await accept()
  await passMinutes(5)
  expect(await kept()).toMatchObject([{ state: 'handled' }])
  expect(await decisionOn(customer)).toBe('scheduled')
})

test('nor where it was in the gateway’s list and the START came before it was read', async () => {
  await refuse()
  const { phone, contactId } = trader.customer()
  const { twilio } = product.parts
  // By the database's clock, as what comes by webhook.
  const sentAt = new Date(Date.now() - MINUTE_MS)
  const stop = { messageSid: 'SMbad5', from: phone, to: twilio.sender, body: 'STOP', optOutType: undefined }
  await inboundOf(product, { phone, body: 'START' })
  vi.spyOn(twilio, 'inbound').mockImplementation(pageOf({ ...stop, sentAt }))
  await product.job('poll-inbound')
  await accept()
  await passMinutes(5)
  expect(await kept()).toMatchObject([{ state: 'handled' }])
  expect(await decisionOn({ phone, contactId })).toBe('scheduled')
})

test('letters that PostgreSQL has no room for are kept all the same', async () => {
  const tooLong = randomBytes(10_000).toString('hex')
  expect(await post(product, '/webhooks/twilio/status', { MessageSid: tooLong, MessageStatus: 'sent' })).toBe(
    204,
  )
  expect(await inboundOf(product, { phone: '+61421000077', body: 'STOP', sid: tooLong })).toBe(200)
  expect((await kept()).map(({ kind }) => kind)).toEqual(['status', 'inbound'])
})

test('one text in the gateway’s list that cannot be written stops no other, and the next poll goes on from there', async () => {
  await refuse()
  const [first, second] = [trader.customer(), trader.customer()]
  const { twilio } = product.parts
  const sentAt = product.now()
  const stop = { to: twilio.sender, body: 'STOP', optOutType: undefined, sentAt }
  vi.spyOn(twilio, 'inbound').mockImplementation(
    pageOf(
      { messageSid: 'SMbad4', from: first.phone, ...stop },
      { messageSid: 'SMgood', from: second.phone, ...stop },
    ),
  )
  await product.job('poll-inbound')
  expect(await decisionOn(second)).toBe('opted_out')
  expect(await kept()).toMatchObject([{ kind: 'inbound' }])
})

test('while the database is out of reach nothing is put aside: Twilio is to post it again', async () => {
  const { attemptId } = await sendOne()
  vi.spyOn(product.parts.pool, 'connect').mockImplementation(() => {
    throw new Error('Connection terminated unexpectedly')
  })
  expect(await reportOf(product, attemptId, { sid: 'SMaway', status: 'sent' })).toBe(503)
  vi.restoreAllMocks()
  expect(await kept()).toEqual([])
})
