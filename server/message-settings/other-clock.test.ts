import { beforeEach, expect, test } from 'vitest'
import { addRequest } from '../../test/support/paid-invoices.ts'
import { useProduct } from '../../test/support/product.ts'
import { signInTo, type Call } from '../../test/support/signed-in.ts'
import { createTrader, type Trader } from '../../test/support/trader.ts'
import { HOUR_MS } from '../platform/dates.ts'
import { DEFAULT_REMINDER } from '../review-requests/reminding/reminder-words-rules.ts'

/** Of the api's machine: three hours ahead of the database's. */
const ahead = () => new Date(Date.now() + 3 * HOUR_MS)
const product = useProduct({ parts: { clock: ahead } })
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
})

test('texts that wait for their turn get another by the database’s clock when their owner changes the hours', async () => {
  const [dueAt, turnAt] = [new Date(product.now().getTime() + HOUR_MS), product.now()]
  const where = { businessId: trader.businessId, tenantId: trader.tenantId }
  await addRequest(product.db, where, { state: 'scheduled', due_at: dueAt, turn_at: turnAt })
  const hours = { sendingFrom: 540, sendingUntil: 1020, delayMinutes: 0, cooldownDays: 90 }
  const { status } = await call('PUT', '/api/sms/settings', { ...hours, excludedWords: [] })
  const [request] = await trader.requests()
  expect(status).toBe(200)
  expect(request!.due_at.getTime()).toBeLessThanOrEqual(product.now().getTime())
})

test('only texts that were sent later than reminders were switched on, by the database’s clock, are reminded', async () => {
  const on = { isOn: true, afterDays: 10, way: 'text', message: DEFAULT_REMINDER, attested: [] }
  const { body } = await call('PUT', '/api/sms/reminders', on)
  expect(Date.parse(body['onSince'] as string)).toBeLessThanOrEqual(product.now().getTime())
})
