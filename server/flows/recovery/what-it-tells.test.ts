import { beforeEach, expect, test, vi } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createRestoring } from '../../../test/support/restoring.ts'
import { anotherHistory } from '../../../test/support/rewind.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'
import { raiseFence } from '../../database/fence.ts'
import { VendorFailure } from '../../platform/errors.ts'

const product = useProduct()
let trader: Trader
beforeEach(async () => {
  trader = await createTrader(product)
  await settled()
})
const { settled } = createRestoring(product, () => trader)

/** What the log says of the fence meanwhile. */
const heard = async (work: () => Promise<void>) => {
  const lines: unknown[] = []
  const hear = (facts: object, words: string) =>
    void (words.includes('recovery fence') && lines.push([words, facts]))
  const { log } = product.parts
  const spies = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'info')]
  for (const spy of spies) spy.mockImplementation(hear as never)
  await work()
  for (const spy of spies) spy.mockRestore()
  return lines
}
const up = (reason: string) => [
  'the recovery fence is up: nothing is sent',
  expect.objectContaining({ reason, since: expect.any(Date) }),
]
const down = (reason: string) => [
  'the recovery fence is down: texts go on',
  expect.objectContaining({ reason }),
]

test.each(['text', 'report', 'payment', 'replaced'] as const)(
  'that it is up is told once, with its reason, where a witness (%s) raised it, however often vendors are asked',
  async (witness) => {
    expect(await raiseFence(product.db, witness)).toBe(witness)
    const lines = await heard(async () => {
      product.later(60_000)
      const list = vi.spyOn(product.parts.twilio, 'sent').mockImplementation(() => {
        throw new VendorFailure('twilio', 'retry-later', 'http-503', 'Twilio failed: http-503')
      })
      for (let tries = 0; tries < 2; tries += 1)
        await expect(product.work('recovery:fence')).rejects.toThrow('http-503')
      list.mockRestore()
      await settled()
    })
    expect(lines).toEqual([up(witness), down(witness)])
  },
)

test('where it is raised anew while it is up, that is told as well', async () => {
  const lines = await heard(async () => {
    await raiseFence(product.db, 'text')
    const list = vi.spyOn(product.parts.twilio, 'sent').mockImplementation(async function* () {
      await raiseFence(product.db, 'replaced')
      yield []
    })
    await product.work('recovery:fence')
    list.mockRestore()
    product.later(60_000)
    await settled()
  })
  expect(lines).toEqual([up('text'), up('replaced'), down('replaced')])
})

test('a command that raised it leaves it to the worker to tell', async () => {
  await anotherHistory(product.databaseUrl, 'restored')
  expect(await raiseFence(product.db)).toBe('restored')
  expect(await heard(settled)).toEqual([up('restored'), down('restored')])
})
