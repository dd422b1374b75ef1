import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { createTrader, tellOf, type Trader } from '../../test/support/trader.ts'
import { openDb, type Db, type OpenedDb } from '../database/database.ts'
import type { StatusCallback } from '../integrations/twilio/twilio-types.ts'
import { onOneConnection } from '../platform/postgres/connections/one-connection.ts'
import { KEPT } from '../platform/postgres/connections/pool.ts'
import { applyStatuses } from '../review-requests/sending/apply-statuses.ts'
import { createReceiveXeroWebhook } from './receive-xero-webhook.ts'
import { rehearseDoors } from './rehearse-doors.ts'

const product = useProduct()

/** The statements that the one connection of `db` knows. */
const known = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement not like '%pg_prepared_statements%' order by 1`.execute(
    db,
  )
  return rows.map(({ statement }) => statement)
}

/** The attempt of a text whose call of the gateway ended as told. */
const attemptOf = async (trader: Trader, told: 'taken' | 'unknown') => {
  if (told === 'unknown') product.sandbox.faults.ask({ twilio5xx: { count: 1 } })
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
  await trader.send()
  const { id, message_sid: sid } = await trader.request(invoice)
  const { rows } = await sql<{ attemptId: string; state: string }>`
    select id as "attemptId", state from send_attempts where request_id = ${id}`.execute(product.db)
  expect(rows).toMatchObject([{ state: told === 'taken' ? 'accepted' : 'unknown' }])
  return { invoice, report: delivered(rows[0]!.attemptId, sid ?? 'SM1') }
}

const delivered = (attemptId: string, messageSid: string): StatusCallback => ({
  attemptId,
  messageSid,
  status: 'delivered',
  errorCode: undefined,
})

const opened = (max = 1): OpenedDb => {
  const one = openDb(product.databaseUrl, { max, onError: () => undefined })
  onTestFinished(one.close)
  return one
}

test('what the doors ask of a delivery and of a report is what was rehearsed', async () => {
  const trader = await createTrader(product)
  const { invoice, report } = await attemptOf(trader, 'unknown')
  const { db } = opened()
  const receive = createReceiveXeroWebhook(db, { note: () => undefined, wakeFailed: () => undefined })
  const event = { tenantId: trader.tenantId, resourceId: crypto.randomUUID(), occurredAt: product.now() }
  await receive({ events: [{ ...event, category: 'INVOICE', type: 'UPDATE' }], correlationId: 'c' })
  await applyStatuses({ db, ...product.parts.product }, [report])
  expect(await trader.request(invoice)).toMatchObject({ state: 'delivered' })
  const asked = await known(db)

  const rehearsed = opened()
  await rehearseDoors(rehearsed.db)
  expect(await known(rehearsed.db)).toEqual(asked)
})

test('a rehearsal writes no row and wakes nobody', async () => {
  const listening = opened()
  const listener = await listening.pool.connect()
  onTestFinished(() => listener.release())
  const heard: unknown[] = []
  listener.on('notification', ({ payload }) => heard.push(payload))
  await listener.query('listen goodword_wake')
  const { db } = opened()
  const rows = async () =>
    (
      await sql<{ events: number; reports: number }>`
        select (select count(*)::int from xero_events) as events, (select count(*)::int from sms_callbacks) as reports`.execute(
        product.db,
      )
    ).rows
  const before = await rows()
  await rehearseDoors(db)
  expect(await rows()).toEqual(before)
  await sql`select pg_notify('goodword_wake', 'last')`.execute(db)
  await expect.poll(() => heard).toContain('last')
  expect(heard).toEqual(['last'])
})

test('a report on a text that is on record as taken does not settle it once more', async () => {
  const trader = await createTrader(product)
  const { invoice, report } = await attemptOf(trader, 'taken')
  const { db } = opened()
  await applyStatuses({ db, ...product.parts.product }, [report])
  expect(await trader.request(invoice)).toMatchObject({ state: 'delivered' })
  expect((await known(db)).filter((statement) => statement.includes('record_accepted'))).toEqual([])
})

test('each connection that is kept is rehearsed', async () => {
  const { db, pool } = opened(KEPT + 2)
  await rehearseDoors(db)
  expect(pool.totalCount).toBe(KEPT)
  const each = await Promise.all(Array.from({ length: KEPT }, () => onOneConnection(db, known)))
  expect(each.map((statements) => statements.length)).toEqual(Array.from({ length: KEPT }, () => 5))
})
