import { expect, test } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { createTrader } from '../../test/support/trader.ts'
import { askToErase } from '../flows/erasing/ask-to-erase.ts'
import { DAY_MS } from '../platform/dates.ts'

const product = useProduct()

test('who was texted by a business that is erased now can still stop the texts of all', async () => {
  const trader = await createTrader(product)
  const paid = trader.paid()
  await product.job('sweep-organisation', trader)
  await trader.send()
  const { link_token: token } = await trader.request(paid)
  const get = (path: string) => product.app.inject({ url: path })
  expect((await get(`/o/${token}`)).body).toContain('No more texts from Coastal Plumbing?')

  await askToErase(product.db, {
    businessId: trader.businessId,
    askedBy: 'operator',
    wantsRefund: false,
    by: { kind: 'system', name: 'test' },
    now: product.now(),
  })
  expect((await get(`/r/${token}`)).statusCode).toBe(302)
  product.later(8 * DAY_MS)
  await product.job('erase-due')

  const [review, optOut] = [await get(`/r/${token}`), await get(`/o/${token}`)]
  expect([review.statusCode, optOut.statusCode]).toEqual([404, 200])
  expect(optOut.body).toContain('No more texts from this business?')
  expect(review.body + optOut.body).not.toMatch(/Coastal|Erased|Google/)
  const stopped = await product.app.inject({
    method: 'POST',
    url: `/o/${token}`,
    payload: 'all=yes',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(stopped.statusCode).toBe(200)
  const rows = await product.db.selectFrom('platform_opt_outs').select('source').execute()
  expect(rows).toEqual([{ source: 'link' }])
})
