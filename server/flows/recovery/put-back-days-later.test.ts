import { expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createRestoring } from '../../../test/support/restoring.ts'
import { markMoment } from '../../../test/support/rewind.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'

const product = useProduct()
let trader: Trader
const { settled, text, sweep, forget, fence } = createRestoring(product, () => trader)

// Alone in its file: what other tests had forgotten would show it as well.
test('where bodies are redacted, a disk that is put back days later shows by texts since it was last seen', async () => {
  trader = await createTrader(product)
  await settled()
  const moment = await markMoment(product.databaseUrl)
  product.sandbox.twilio.redactBodies(true)
  product.later(20 * MINUTE_MS)
  await text()
  product.later(3 * DAY_MS)
  await forget(moment, 'restarted')
  await settled()
  expect(await fence()).toBeUndefined()
  await sweep()
  expect(trader.texts()).toHaveLength(1)
})
