import { afterEach, expect, test, vi } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { createTrader, tellOf } from '../../test/support/trader.ts'

const product = useProduct({ sandbox: { timing: { queuedMs: 20, sentMs: 20, deliveredMs: 20 } } })

afterEach(() => {
  vi.restoreAllMocks()
})

test('a report that our door could not take is posted again, and its signature holds', async () => {
  const { twilio } = product.parts
  const { parseStatus } = twilio
  const met = new Set<string>()
  const answers = vi.spyOn(twilio, 'verify')
  vi.spyOn(twilio, 'parseStatus').mockImplementation((...report) => {
    const callback = parseStatus(...report)
    if (met.has(callback.status)) return callback
    met.add(callback.status)
    throw new Error('the door cannot take it now')
  })
  const trader = await createTrader(product)
  const invoice = trader.paid()
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [invoice] }])
  await trader.sync()
  await trader.send()
  await expect.poll(async () => (await trader.request(invoice)).state, { timeout: 5_000 }).toBe('delivered')
  expect(new Set(answers.mock.results.map(({ value }) => value as boolean))).toEqual(new Set([true]))
})
