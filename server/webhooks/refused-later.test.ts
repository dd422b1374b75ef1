import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { createTrader, tellOf } from '../../test/support/trader.ts'
import { createReceiveSmsStatus } from './receive-sms-status.ts'

const product = useProduct()

test('a text that is refused for our account after it was taken is counted by its code, and stays charged', async () => {
  const counted = async (code: string) =>
    (await product.readings())[`texts_refused_later_total{code=${code}}`]
  expect([await counted('30034'), await counted('30002')]).toEqual([0, 0])
  const trader = await createTrader(product)
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
  await trader.send()
  const { id, message_sid: sid } = await trader.request(invoice)
  const charged = await trader.balance()
  const { rows } = await sql<{ attemptId: string }>`
    select id as "attemptId" from send_attempts where request_id = ${id}`.execute(product.db)
  const receive = createReceiveSmsStatus({ ...product.parts, ...product.parts.product })
  const report = { attemptId: rows[0]!.attemptId, messageSid: sid!, errorCode: '30034' }
  await receive({ ...report, status: 'undelivered' })
  await receive({ ...report, status: 'undelivered', errorCode: '30003' })
  expect([await counted('30034'), await counted('30002')]).toEqual([1, 0])
  expect(await trader.request(invoice)).toMatchObject({ state: 'failed', state_reason: '30034' })
  expect(await trader.balance()).toEqual(charged)
})
