import { sql } from 'kysely'
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { asOwner, useProduct } from '../../../test/support/product.ts'
import { addAttempt, addRequest, hoursAgo } from '../../../test/support/paid-invoices.ts'
import { createTrader } from '../../../test/support/trader.ts'
import { createDepthGauges } from '../../wiring/depth-gauges.ts'
import { checkWork } from './check-work.ts'

const product = useProduct()
/** There are no jobs to look at. */
const owner = { query: async () => ({ rows: [] }) } as unknown as Pool

const wordsOf = async (wanted: string) =>
  (await checkWork(product.db, owner)).find(({ name }) => name === wanted)?.words

test('the last webhook of Xero is the one that Xero Status shows, also once its event is pruned', async () => {
  const trader = await createTrader(product)
  expect(await wordsOf('Xero webhooks')).toBe('none ever came, and none was missed')
  await trader.setOrganisation({ last_event_at: new Date(Date.now() - 5 * 3_600_000) })
  expect(await wordsOf('Xero webhooks')).toMatch(/^the last came \d hours ago$/)
})

test('what the sweep and a customer who became free put into the inbox is no webhook', async () => {
  const { businessId, tenantId } = await createTrader(product)
  for (const type of ['SWEEP', 'FREED'])
    await sql`
      insert into xero_events (business_id, tenant_id, resource_id, category, event_type, event_at, correlation_id)
      values (${businessId}, ${tenantId}, gen_random_uuid(), 'INVOICE', ${type}, now(), 'test')`.execute(
      product.db,
    )
  expect(await wordsOf('Xero webhooks')).toMatch(/^the last came \d hours ago$/)
})

test('callbacks that are pruned are not said never to have come', async () => {
  expect(await wordsOf('Twilio callbacks')).toBe('none is on record, and none is due')
})

test('texts of the day without any report are wrong, and well where one of them has one', async () => {
  const trader = await createTrader(product)
  await addRequest(product.db, trader, { state: 'sent', sent_at: hoursAgo(2) })
  expect(await wordsOf('Twilio callbacks')).toMatch(/^none of the day’s 1 text was reported on/)
  await addRequest(product.db, trader, { state: 'delivered', sent_at: hoursAgo(26) })
  expect(await wordsOf('Twilio callbacks')).toMatch(/^none of the day’s 1 text/)
  await addRequest(product.db, trader, { state: 'delivered', sent_at: hoursAgo(3) })
  expect(await wordsOf('Twilio callbacks')).toBe('none is on record, and none is due')
})

test('attempts that are postponed and looked for are counted', async () => {
  const trader = await createTrader(product)
  for (const state of ['retry', 'unknown', 'accepted'] as const)
    await addAttempt(product.db, trader, await addRequest(product.db, trader, { state: 'sending' }), {
      state,
    })
  expect(await wordsOf('gateway')).toBe('1 postponed, 1 being looked for')
})

test('Twilio refuses our account by the codes that say so, and not by one number that it cannot reach', async () => {
  const trader = await createTrader(product)
  await sql`update send_attempts set state = 'absent'`.execute(product.db)
  const refuse = async (error_code: string) =>
    addAttempt(product.db, trader, await addRequest(product.db, trader, { state: 'sending' }), {
      state: 'retry',
      error_code,
    })
  await refuse('21612')
  expect(await wordsOf('gateway')).toBe('1 postponed, 0 being looked for')
  await refuse('20003')
  expect(await wordsOf('gateway')).toMatch(/^1 text waits because Twilio refuses our account \(20003\): /)
})

test('texts of the day that were taken and then refused for our account are named with what to do', async () => {
  expect(await wordsOf('refused later')).toMatch(/^no text of the last day/)
  const report = (sid: string, code: string, at: Date) =>
    sql`
    insert into sms_callbacks (message_sid, status, error_code, outcome, received_at)
    values (${sid}, 'undelivered', ${code}, 'failed', ${at})`.execute(product.db)
  await report('SMlate1', '30034', hoursAgo(1))
  await report('SMlate2', '30034', hoursAgo(2))
  await report('SMlate3', '21703', hoursAgo(2))
  await report('SMlate4', '30002', hoursAgo(25))
  await report('SMlate5', '30003', hoursAgo(1))
  expect(await wordsOf('refused later')).toBe(
    '3 texts of the last day were taken and then refused for our account ' +
      '(1 by 21703: Twilio’s error log says why; ' +
      '2 by 30034: register the number at Twilio for the United States (A2P 10DLC))',
  )
})

test('a job that waits behind another of its queue is not late, and one that was given up is named apart', async () => {
  const { db, databaseUrl } = product
  await sql`select enqueue_job(task, '{}'::json, task, now() - interval '1 hour', false, queue)
            from (values ('prune', 'one'), ('erase-due', 'one'), ('tell-erasure', 'two')) job (task, queue)`.execute(
    db,
  )
  await asOwner(databaseUrl, async (pool) => {
    const jobs = async () => (await checkWork(db, pool)).find(({ name }) => name === 'jobs')
    expect(await jobs()).toMatchObject({
      words: 'no worker takes erase-due × 1, prune × 1, tell-erasure × 1',
    })
    await pool.query(`
      update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'w' where queue_name = 'one';
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where key = 'prune';
      update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no' where key = 'tell-erasure'`)
    const { words } = (await jobs())!
    expect(words).toMatch(/^given up after the last try: tell-erasure × 1: /)
    const again = /select [^`]+/.exec(words)![0]
    await pool.query(again)
    expect((await jobs())!.words).not.toContain('given up')
    await pool.query('delete from graphile_worker._private_jobs')
    expect(await jobs()).toMatchObject({ state: 'ok' })
  })
})

test('a job that ran out of tries and is run every day is named as failing', async () => {
  const { db, databaseUrl } = product
  const tomorrow = `'look-at-reversal:du_1', now() + interval '1 day'`
  await sql`select enqueue_job('look-at-reversal', ${{ id: 'du_1', dailySince: hoursAgo(1).toISOString() }}::json,
                               ${sql.raw(tomorrow)})`.execute(db)
  await asOwner(databaseUrl, async (pool) => {
    const jobs = async () => (await checkWork(db, pool)).find(({ name }) => name === 'jobs')
    expect(await jobs()).toMatchObject({
      state: 'WRONG',
      words: 'failing again and again: look-at-reversal × 1: the worker’s log says why',
    })
    await pool.query('delete from graphile_worker._private_jobs')
  })
})

test('an event that is tried for a day, because Xero has a fault with it alone, is counted, also beside a dead one', async () => {
  const { db } = product
  const { businessId, tenantId } = await createTrader(product)
  await sql`
    insert into xero_events (business_id, tenant_id, resource_id, category, event_type, event_at, correlation_id,
                             attempts, failed_at, retry_at)
    values (${businessId}, ${tenantId}, gen_random_uuid(), 'INVOICE', 'UPDATE', now(), 'c', 9, now(), now())`.execute(
    db,
  )
  expect(await wordsOf('inbox')).toBe(
    'no message is dead; 1 is asked every half hour: Xero has a fault with it',
  )
  await sql`
    insert into twilio_messages (id, kind, about, content, attempts, failed_at, dead_at)
    values ('dead', 'status', 'status SM1', '{}', 6, now(), now())`.execute(db)
  expect(await wordsOf('inbox')).toBe(
    'messages that could not be handled: twilio × 1: see `goodword inbox list`; ' +
      '1 is asked every half hour: Xero has a fault with it',
  )
})

test('news of a contact that a sweep puts off waits from when it is due; other news since it came', async () => {
  const { db } = product
  const { businessId, tenantId } = await createTrader(product)
  await sql`delete from xero_events`.execute(db)
  const plant = (category: string, minutes: number) =>
    sql`
    insert into xero_events (business_id, tenant_id, resource_id, category, event_type, event_at, correlation_id,
                             received_at, retry_at)
    values (${businessId}, ${tenantId}, gen_random_uuid(), ${category}, 'UPDATE', now(), 'c',
            now() - interval '20 minutes', now() + ${minutes} * interval '1 minute')`.execute(db)
  const oldestMinutes = async () => {
    const text = await createDepthGauges(db).metrics()
    return Math.floor(Number(/^goodword_events_oldest_seconds (.*)$/m.exec(text)?.[1]) / 60)
  }
  await plant('CONTACT', 0.1)
  expect(await wordsOf('queue')).toMatch(/^1 event waits to be looked up, \d texts? to be sent$/)
  expect(await oldestMinutes()).toBe(0)
  // No worker puts it off any more, or answers it.
  await plant('CONTACT', -11)
  expect(await wordsOf('queue')).toContain('; 1 and 0 of them for more than 10 minutes')
  expect(await oldestMinutes()).toBe(11)
  await plant('PAYMENT', 1)
  expect(await wordsOf('queue')).toContain('; 2 and 0 of them for more than 10 minutes')
  expect(await oldestMinutes()).toBe(20)
})
