import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { createTrader, tellOf, type Trader } from '../../test/support/trader.ts'
import { openDb, type Db } from '../database/database.ts'
import type { StatusCallback } from '../integrations/twilio/twilio-types.ts'
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

const oneConnection = () => openDb(product.databaseUrl, { max: 1, onError: () => undefined })

test('what the doors ask of a delivery and of a report is known before they come, and nothing else', async () => {
  const trader = await createTrader(product)
  const { invoice, report } = await attemptOf(trader, 'unknown')
  const { db, close } = oneConnection()
  await rehearseDoors(db)
  const rehearsed = await known(db)
  const receive = createReceiveXeroWebhook(db, { note: () => undefined, wakeFailed: () => undefined })
  const event = { tenantId: trader.tenantId, resourceId: crypto.randomUUID(), occurredAt: product.now() }
  await receive({ events: [{ ...event, category: 'INVOICE', type: 'UPDATE' }], correlationId: 'c' })
  await applyStatuses({ db, recordSettled: () => undefined }, [report])
  expect(await trader.request(invoice)).toMatchObject({ state: 'delivered' })
  expect(await known(db)).toEqual(rehearsed)
  expect(rehearsed).toHaveLength(5)
  await close()
})

test('a report on a text that is on record as taken does not settle it once more', async () => {
  const trader = await createTrader(product)
  const { invoice, report } = await attemptOf(trader, 'taken')
  const { db, close } = oneConnection()
  await applyStatuses({ db, recordSettled: () => undefined }, [report])
  expect(await trader.request(invoice)).toMatchObject({ state: 'delivered' })
  expect((await known(db)).filter((statement) => statement.includes('record_accepted'))).toEqual([])
  await close()
})

test('each connection that is kept is rehearsed', async () => {
  const { db, pool, close } = openDb(product.databaseUrl, { max: KEPT + 2, onError: () => undefined })
  await rehearseDoors(db)
  expect(pool.totalCount).toBe(KEPT)
  await close()
})
