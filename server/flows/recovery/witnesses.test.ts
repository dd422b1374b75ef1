import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { AFTER_CLAIMS_MS, createRestoring } from '../../../test/support/restoring.ts'
import { anotherHistory, markMoment } from '../../../test/support/rewind.ts'
import { reportOf } from '../../../test/support/sms-door.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { raiseFence } from '../../database/fence.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { checkRecovery } from '../../operations/checks/check-recovery.ts'

const product = useProduct()
let trader: Trader
beforeEach(async () => {
  trader = await createTrader(product)
  await trader.set({ template: 'Hi {firstName}, a review? {reviewLink}' })
  await settled()
})
const { fence, settled, pay, text, sweep, forget } = createRestoring(product, () => trader)
const BOTH_PRIMARY_MS = 10_000
const mark = () => markMoment(product.databaseUrl)

test('while the gateway cannot be asked the fence stays up and says why, and the doors take webhooks', async () => {
  const list = vi.spyOn(product.parts.twilio, 'sent')
  list.mockImplementation(() => {
    throw new VendorFailure('twilio', 'retry-later', 'http-503', 'Twilio failed: http-503')
  })
  await pay()
  await trader.sync()
  await anotherHistory(product.databaseUrl, 'restored')
  product.later(AFTER_CLAIMS_MS)
  await expect(product.work('recovery:fence')).rejects.toThrow('http-503')
  await trader.send()
  expect(trader.texts()).toHaveLength(0)
  expect(await checkRecovery(product.db)).toMatchObject({
    state: 'WRONG',
    words: expect.stringContaining('Twilio failed: http-503'),
  })
  expect(await tellOf(product, [{ tenantId: trader.tenantId, invoices: [trader.paid()] }])).toBe(200)
  list.mockRestore()
  await settled()
  expect(trader.texts().length).toBeGreaterThan(0)
  expect(await checkRecovery(product.db)).toMatchObject({
    state: 'ok',
    words: expect.stringContaining('restored'),
  })
})

test('a plain restart asks the gateway for its newest texts alone, and nothing waits for it', async () => {
  await text()
  const [newest, all] = [vi.spyOn(product.parts.twilio, 'newest'), vi.spyOn(product.parts.twilio, 'sent')]
  await anotherHistory(product.databaseUrl, 'restarted')
  await product.tick()
  expect([newest.mock.calls.length, all.mock.calls.length]).toEqual([1, 0])
  expect(await fence()).toBeUndefined()
  newest.mockRestore()
  all.mockRestore()
})

test('a backup that is started as it is seems a restart, and its first question shows what was forgotten', async () => {
  const moment = await mark()
  const invoice = await text()
  await forget(moment, 'restarted')
  await settled()
  await sweep()
  expect(trader.texts()).toHaveLength(1)
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
})

test('a restore without a trace is shown by the gateway’s newest text', async () => {
  const moment = await mark()
  const invoice = await text()
  await forget(moment)
  await product.job('look-for-forgotten')
  expect(await fence()).toBe('text')
  await settled()
  expect(await fence()).toBeUndefined()
  await sweep()
  expect(trader.texts()).toHaveLength(1)
  expect((await trader.request(invoice)).state).toBe('sent')
  await product.job('look-for-forgotten')
  expect(await fence()).toBeUndefined()
})

test('and by a report on a text of which nothing is known, once', async () => {
  const moment = await mark()
  const invoice = await text()
  const sid = trader.texts()[0]!.sid
  await forget(moment)
  const attemptId = crypto.randomUUID()
  await reportOf(product, attemptId, { sid, status: 'sent' })
  expect(await fence()).toBe('report')
  await settled()
  await reportOf(product, attemptId, { sid, status: 'delivered' })
  expect(await fence()).toBeUndefined()
  await sweep()
  expect(trader.texts()).toHaveLength(1)
  expect((await trader.request(invoice)).message_sid).toBe(sid)
})

test('the witness leads back to the oldest text that it shows, and is satisfied once', async () => {
  const moment = await mark()
  const invoice = await text()
  product.later(3 * DAY_MS)
  await forget(moment)
  await product.job('look-for-forgotten')
  await settled()
  await product.job('look-for-forgotten')
  expect(await fence()).toBeUndefined()
  await sweep()
  expect(trader.texts()).toHaveLength(1)
  expect((await trader.request(invoice)).state).toBe('sent')
})

test('a code to a number, and what others send from our account, raise nothing', async () => {
  const { twilio } = product.parts
  const to = trader.customer().phone
  await twilio.send({ to, body: 'Your code is 123456', from: null, attemptId: crypto.randomUUID() })
  await product.job('look-for-forgotten')
  expect(await fence()).toBeUndefined()
})

test('where bodies are redacted, a code whose answer was lost raises nothing', async () => {
  const { twilio, hashPhone } = product.parts
  product.sandbox.twilio.redactBodies(true)
  const to = trader.customer().phone
  const { id: user_id } = await product.db
    .insertInto('users')
    .values({ issuer: 'i', subject: 's', name: 'Jane', email: 'jane@x.example' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into test_codes (business_id, id, user_id, request_key, phone, phone_hash, code_hash, created_at, expires_at)
    values (${trader.businessId}, gen_random_uuid(), ${user_id}, gen_random_uuid(), ${to}, ${hashPhone(to)}, ''::bytea,
            ${product.now()}, ${product.now()})`.execute(product.db)
  await twilio.send({ to, body: 'Your code is 123456', from: null, attemptId: crypto.randomUUID() })
  // Without those of earlier tests, of which nothing is on record any more.
  const mine = (await twilio.newest()).filter((one) => one.to === to)
  expect(mine).toMatchObject([{ body: undefined }])
  const lists = [vi.spyOn(twilio, 'newest').mockResolvedValue(mine), vi.spyOn(twilio, 'newer')]
  lists[1]!.mockImplementation(async function* () {
    yield mine
  } as never)
  await product.job('look-for-forgotten')
  expect(await fence()).toBeUndefined()
  await sql`delete from test_codes`.execute(product.db)
  await product.job('look-for-forgotten')
  expect(await fence()).toBe('text')
  for (const list of lists) list.mockRestore()
  product.sandbox.twilio.redactBodies(false)
})

test('where a primary came back, what its successor claimed has its time before the gateway is asked', async () => {
  const moment = await mark()
  const invoice = await text()
  await forget(moment)
  expect(await raiseFence(product.db, 'replaced')).toBe('replaced')
  await product.db.updateTable('recovery').set({ fenced_at: product.now() }).execute()
  const list = vi.spyOn(product.parts.twilio, 'sent')
  // Until the successor has noticed as well.
  product.later(BOTH_PRIMARY_MS)
  await product.tick()
  expect(list.mock.calls).toHaveLength(0)
  expect(await fence()).toBe('replaced')
  list.mockRestore()
  await settled()
  expect(await fence()).toBeUndefined()
  await sweep()
  expect(trader.texts()).toHaveLength(1)
  expect(await trader.request(invoice)).toMatchObject({ state: 'sent' })
})

test.each(['restarted', 'text'] as const)(
  'whoever saw a later history says so although the fence is up (%s), once, and all that was done is done again',
  async (why) => {
    if (why === 'restarted') await anotherHistory(product.databaseUrl, 'restarted')
    expect(await raiseFence(product.db, why === 'text' ? why : undefined)).toBe(why)
    await product.db
      .updateTable('recovery')
      .set({ steps_done: ['payments', 'inbound', 'texts'] })
      .execute()
    expect(await raiseFence(product.db, 'report')).toBeUndefined()
    expect(await raiseFence(product.db, 'replaced')).toBe('replaced')
    expect(await raiseFence(product.db, 'replaced')).toBeUndefined()
    const { steps_done: done } = await product.db
      .selectFrom('recovery')
      .select('steps_done')
      .executeTakeFirstOrThrow()
    expect(done).toEqual([])
    product.later(BOTH_PRIMARY_MS)
    await settled()
    expect(await fence()).toBeUndefined()
  },
)

test('where the server was started again as well, whoever saw a later history is believed more', async () => {
  await anotherHistory(product.databaseUrl, 'restarted')
  expect(await raiseFence(product.db, 'replaced')).toBe('replaced')
  product.later(BOTH_PRIMARY_MS)
  await settled()
})

test.each(['report', 'payment', 'text'] as const)(
  'a disk that was put back by days is read from its own time on, although a witness (%s) comes first',
  async (witness) => {
    const seenAt = new Date(Date.now() - 5 * DAY_MS)
    await product.db.updateTable('recovery').set({ seen_at: seenAt }).execute()
    await anotherHistory(product.databaseUrl, 'restarted')
    const backTo = witness === 'text' ? new Date(Date.now() - DAY_MS) : undefined
    expect(await raiseFence(product.db, witness, backTo)).toBe(witness)
    expect(await since()).toEqual(new Date(seenAt.getTime() - 15 * MINUTE_MS))
    // The same where it had been raised before its disk was put back.
    await anotherHistory(product.databaseUrl, 'restarted')
    const earlier = new Date(seenAt.getTime() - DAY_MS)
    await product.db.updateTable('recovery').set({ seen_at: earlier }).execute()
    expect(await raiseFence(product.db)).toBe(witness)
    expect(await since()).toEqual(new Date(earlier.getTime() - 15 * MINUTE_MS))
    await settled()
    expect(await fence()).toBeUndefined()
  },
)

const since = async () => {
  const row = await product.db.selectFrom('recovery').select('since').executeTakeFirstOrThrow()
  return row.since
}

test('a witness that knows of earlier texts than a restart shows is believed', async () => {
  await anotherHistory(product.databaseUrl, 'restarted')
  const backTo = new Date(Date.now() - 3 * DAY_MS)
  expect(await raiseFence(product.db, 'text', backTo)).toBe('text')
  expect(await since()).toEqual(backTo)
  await settled()
})
