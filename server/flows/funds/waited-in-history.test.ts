import { beforeEach, expect, test } from 'vitest'
import type { ReviewRequestResponse } from '../../../contracts/review-requests.ts'
import { addAttempt, addRequest } from '../../../test/support/paid-invoices.ts'
import { grantTo } from '../../../test/support/granted.ts'
import { useProduct } from '../../../test/support/product.ts'
import { signInTo, type Call } from '../../../test/support/signed-in.ts'
import { createTrader, tellOf, type Trader } from '../../../test/support/trader.ts'
import { asBusiness } from '../../database/database.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'
import { reserveFunds } from '../../ledger/reserve-funds.ts'
import { failAttempts } from '../../review-requests/life/fail-attempts.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product, { fundsCents: 0 })
  ;({ call } = await signInTo(product, trader.businessId))
})

const grant = (cents: number) => grantTo(product, trader.businessId, cents)
const waitsForFunds = async (): Promise<string> => {
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [trader.paid()] }])
  await product.tick()
  const [request] = await trader.requests()
  expect(request).toMatchObject({ state: 'waiting_for_funds' })
  return request!.id
}
const stepsOf = async (id: string): Promise<string[]> => {
  const { body } = await call('GET', `/api/review-requests/${id}`)
  return (body as ReviewRequestResponse).steps.map(({ what }) => what)
}
const WAITED = 'The funds did not cover it: it waited for them.'

test('a text that was sent once funds came in says that it waited for them', async () => {
  const id = await waitsForFunds()
  expect(await stepsOf(id)).toEqual(['Xero reported the paid invoice.', 'The funds did not cover it.'])
  product.later(30 * MINUTE_MS)
  await grant(1000)
  await product.tick()
  expect(await stepsOf(id)).toEqual(['Xero reported the paid invoice.', WAITED, 'Sent.'])
})

test('a text that its owner cancels while it waits for funds says both, and waits anew once that is undone', async () => {
  const id = await waitsForFunds()
  product.later(7 * DAY_MS - MINUTE_MS)
  await call('POST', `/api/review-requests/${id}/cancel`)
  expect(await stepsOf(id)).toEqual([
    'Xero reported the paid invoice.',
    WAITED,
    'You decided not to send it.',
  ])
  await call('POST', `/api/review-requests/${id}/undo-cancel`)
  product.later(2 * MINUTE_MS)
  await product.tick()
  await product.job('expire-waiting')
  expect(await trader.requests()).toMatchObject([{ state: 'waiting_for_funds' }])
})

test('a text that the gateway never had waits for funds anew', async () => {
  const long = new Date(product.now().getTime() - 8 * DAY_MS)
  const id = await addRequest(product.db, trader, { state: 'unknown', waiting_since: long })
  const attemptId = await addAttempt(product.db, trader, id, { state: 'unknown' })
  await grant(9)
  await asBusiness(product.db, trader.businessId, async (trx) => {
    await reserveFunds(trx, trader.businessId, [{ reference: attemptId, cents: 9 }])
    await failAttempts(trx, trader.businessId, [{ attemptId, code: 'never_accepted', move: 'resend' }])
  })
  expect(await trader.requests()).toMatchObject([{ state: 'scheduled', waiting_since: null }])
})
