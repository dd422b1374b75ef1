import { afterEach, expect, test, vi } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { createReminded } from '../../test/support/reminded.ts'
import { createTrader, tellOf } from '../../test/support/trader.ts'
import { createParts } from './parts.ts'

/** A worker that stood still may have stood still with a primary that was replaced meanwhile (decision 43). */

const product = useProduct({ sandbox: { smtpPort: 0 } })
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(closing.splice(0).map((close) => close()))
})

const partsOf = (kind: 'api' | 'worker') => {
  const parts = createParts(product.parts.env, kind, 1)
  parts.metrics?.stop()
  closing.push(() => parts.close())
  return parts
}

test('a worker is not rested for ten seconds after it stood still for more than ten; an api always is', () => {
  let seconds = 100n
  vi.spyOn(process.hrtime, 'bigint').mockImplementation(() => seconds * 1_000_000_000n)
  const [worker, api] = [partsOf('worker'), partsOf('api')]
  const after = (passed: bigint): boolean[] => {
    seconds += passed
    return [worker.isRested(), api.isRested()]
  }
  expect(after(10n)).toEqual([true, true])
  expect(after(11n)).toEqual([false, true])
  expect(after(9n)).toEqual([false, true])
  expect(after(1n)).toEqual([true, true])
})

test('until it is rested it claims no text', async () => {
  const trader = await createTrader(product)
  await tellOf(product, [{ tenantId: trader.tenantId, invoices: [trader.paid()] }])
  await trader.sync()
  let isRested = false
  const worker = product.otherWorker({ isRested: () => isRested })
  await worker(`send:${trader.businessId}`)
  expect(trader.texts()).toHaveLength(0)
  isRested = true
  await worker(`send:${trader.businessId}`)
  expect(trader.texts()).toHaveLength(1)
})

test('nor a mail', async () => {
  const reminded = await createReminded(product)
  expect(await reminded.send({ isRested: () => false })).toBe(0)
  expect(await reminded.became()).toBe('planned')
  expect(await reminded.send()).toBe(1)
})
