import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { addDecision } from '../../../test/support/paid-invoices.ts'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader } from '../../../test/support/trader.ts'
import { startMetrics } from '../../platform/metrics/metrics.ts'
import { createProductMetrics } from '../../wiring/product-metrics.ts'
import { checkXeroWebhooks } from './check-xero-webhooks.ts'

const product = useProduct()

const startApi = () => {
  const registry = new Registry()
  const { recordWebhook } = createProductMetrics(registry)
  const { db } = product
  const metrics = startMetrics(db, {
    id: crypto.randomUUID(),
    kind: 'api',
    registry,
    log: product.parts.log,
    shareMs: 3_600_000,
  })
  return {
    answer: async (code: number) => {
      recordWebhook('xero', code)
      await metrics.share()
    },
    leave: metrics.leave,
  }
}

test('a key that is not the one of Xero’s webhook is seen by the calls that were refused', async () => {
  const trader = await createTrader(product)
  await trader.setOrganisation({ last_event_at: new Date() })
  const api = startApi()
  await api.answer(401)
  await api.answer(401)
  expect(await checkXeroWebhooks(product.db)).toMatchObject({
    state: 'not checked',
    words: expect.stringMatching(/^2 calls were refused for a wrong signature .*XERO_WEBHOOK_KEY/) as string,
  })
  await addDecision(product.db, trader, { found_by: 'sweep', decided_at: new Date() })
  expect(await checkXeroWebhooks(product.db)).toMatchObject({
    state: 'WRONG',
    words: expect.stringMatching(/^2 calls.*the sweep found 1 payment .*XERO_WEBHOOK_KEY/) as string,
  })
  await api.leave()
  const corrected = startApi()
  await corrected.answer(200)
  expect(await checkXeroWebhooks(product.db)).toMatchObject({ state: 'ok' })
  await corrected.leave()
})

test('calls of strangers among Xero’s own are no fault', async () => {
  const trader = await createTrader(product)
  await trader.setOrganisation({ last_event_at: new Date() })
  const api = startApi()
  await api.answer(401)
  await api.answer(503)
  expect(await checkXeroWebhooks(product.db)).toMatchObject({ state: 'ok' })
  await api.leave()
})
