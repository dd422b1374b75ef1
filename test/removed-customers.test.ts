import { expect, test } from 'vitest'
import { createPruneTasks } from '../server/operations/prune.ts'
import { DAY_MS } from '../server/platform/dates.ts'
import { KEEP_BY_DEFAULT } from './support/keep-by-default.ts'
import { useProduct } from './support/product.ts'
import { signInTo } from './support/signed-in.ts'
import { createTrader } from './support/trader.ts'

const product = useProduct()

test('what is left of customers who were removed for their age is listed, counted, found and exported', async () => {
  const trader = await createTrader(product)
  const texted = trader.paid()
  const skipped = trader.paid(trader.customer(''))
  await product.job('sweep-organisation', trader)
  await trader.send()
  const { call } = await signInTo(product, trader.businessId)
  const read = async (path: string) => (await call('GET', path)).body
  const counted = async () => [
    await read('/api/review-requests/summary'),
    await read('/api/activity/totals'),
    (await read('/api/funds/ledger'))['movements'],
  ]
  const before = await counted()
  expect(JSON.stringify(await read('/api/review-requests'))).toContain('Sam Green')

  await createPruneTasks({
    db: product.db,
    databaseUrl: product.databaseUrl,
    databaseNow: async () => new Date(product.now().getTime() + 800 * DAY_MS),
    keep: KEEP_BY_DEFAULT,
    log: { info: () => undefined, warn: () => undefined },
    recordRemoved: () => undefined,
  })['prune']!(undefined)

  const [summary, totals, movements] = await counted()
  expect([summary, totals]).toEqual(before.slice(0, 2))
  expect(movements).toHaveLength((before[2] as unknown[]).length)
  expect(JSON.stringify(movements)).toContain(`Text to a customer, ${texted.number}`)
  const gone = {
    customerName: null,
    customerPhone: null,
    customerRemoved: 'Customer removed after 24 months',
  }
  expect(await read(`/api/review-requests?search=${texted.number}`)).toMatchObject({
    requests: [{ ...gone, customerEmail: null, invoiceNumber: texted.number }],
  })
  expect(await read('/api/review-requests?search=sam')).toMatchObject({ requests: [] })
  const activity = (await read('/api/activity'))['items'] as { invoiceId: string }[]
  expect(activity.map(({ invoiceId }) => invoiceId).toSorted()).toEqual(
    [texted.invoiceId, skipped.invoiceId].toSorted(),
  )
  for (const item of activity) expect(item).toMatchObject(gone)
  const { text: csv } = await call('GET', '/api/activity/export')
  expect(csv.match(/Customer removed after 24 months/g)).toHaveLength(2)
  const { text: json } = await call('GET', '/api/export')
  expect(json).toContain('"removed_after_months":24')
  expect(csv + json).not.toContain('Sam Green')

  const [request] = (await read('/api/review-requests'))['requests'] as { _id: string }[]
  expect(await read(`/api/review-requests/${request!._id}`)).toMatchObject({ body: null, request: gone })
  // The same invoice, paid again or changed: one text, ever.
  await product.job('sweep-organisation', trader)
  await trader.send()
  expect(trader.texts()).toHaveLength(1)
})
