import { beforeEach, expect, test } from 'vitest'
import type { ActivityPage } from '../../contracts/activity.ts'
import { addRequest } from '../../test/support/paid-invoices.ts'
import { useProduct } from '../../test/support/product.ts'
import { signInTo, type Call } from '../../test/support/signed-in.ts'
import { createTrader, type Trader } from '../../test/support/trader.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  ;({ call } = await signInTo(product, trader.businessId))
})

const list = async (query = ''): Promise<ActivityPage> =>
  (await call('GET', `/api/activity${query}`)).body as ActivityPage

test('texts that wait while review requests are off say that they will not go', async () => {
  await addRequest(product.db, trader, { state: 'scheduled' })
  await trader.set({ automation_enabled: false })
  expect((await list()).items).toMatchObject([
    { outcome: 'pending', what: 'It will not go out: review requests are switched off.' },
  ])
})
