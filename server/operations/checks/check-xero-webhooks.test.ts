import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { addDecision } from '../../../test/support/paid-invoices.ts'
import { useProduct } from '../../../test/support/product.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'
import { eventOf } from '../../../test/support/xero-door.ts'
import { startMetrics } from '../../platform/metrics/metrics.ts'
import { watchRefusedCalls } from '../../webhooks/refused-calls.ts'
import { createProductMetrics } from '../../wiring/product-metrics.ts'
import { checkXeroWebhooks } from './check-xero-webhooks.ts'

const product = useProduct()
const check = () => checkXeroWebhooks(product.db)
const matching = (words: RegExp) => expect.stringMatching(words) as string

/** An api with a key of its own: what it refuses and takes stands in the database with its other readings. */
const startApi = () => {
  const registry = new Registry()
  const { recordWebhook, watchRefusedXero } = createProductMetrics(registry)
  const calls = watchRefusedCalls(async (ids) => ids.filter((id) => id !== STRANGE))
  watchRefusedXero(calls.count)
  const { db } = product
  const { log } = product.parts
  const metrics = startMetrics(db, {
    id: crypto.randomUUID(),
    kind: 'api',
    registry,
    log,
    shareMs: 3_600_000,
  })
  onTestFinished(() => metrics.leave())
  return {
    refuse: async (tenantId: string) => {
      calls.refused(
        Buffer.from(JSON.stringify({ events: [eventOf(tenantId, crypto.randomUUID(), new Date())] })),
      )
      recordWebhook('xero', 401)
      await metrics.share()
    },
    take: async (answer = 200) => {
      calls.taken()
      recordWebhook('xero', answer)
      await metrics.share()
    },
  }
}

const STRANGE = crypto.randomUUID()
const missOne = (trader: Trader) =>
  addDecision(product.db, trader, { found_by: 'sweep', decided_at: new Date() })

test('a key that is not the one of Xero’s webhook is seen by the first call that is Xero’s, until one is taken', async () => {
  const trader = await createTrader(product)
  await trader.setOrganisation({ last_event_at: new Date() })
  const api = startApi()
  await api.refuse(trader.tenantId)
  expect(await check()).toMatchObject({
    state: 'WRONG',
    words: matching(
      /^1 call for organisations of ours was refused .* the api, which has taken none since: .*XERO_WEBHOOK_KEY/,
    ),
  })
  await missOne(trader)
  await api.refuse(trader.tenantId)
  expect(await check()).toMatchObject({ words: matching(/^2 calls .* were refused/) })
  await api.take(503)
  expect(await check()).toMatchObject({ state: 'ok' })
})

test('one of two apis with a wrong key is seen, although the other takes what Xero sends again', async () => {
  const { tenantId, setOrganisation } = await createTrader(product)
  await setOrganisation({ last_event_at: new Date() })
  const [well, other] = [startApi(), startApi()]
  await well.take()
  await other.refuse(tenantId)
  await well.take()
  expect(await check()).toMatchObject({
    state: 'WRONG',
    words: matching(/^1 call .* by 1 of 2 apis, which has taken none since/),
  })
})

test('a stranger does not make a key wrong, also where a payment was missed in the last day', async () => {
  const trader = await createTrader(product)
  await trader.setOrganisation({ last_event_at: new Date() })
  await missOne(trader)
  const api = startApi()
  await api.refuse(STRANGE)
  expect(await check()).toMatchObject({
    state: 'not checked',
    words: matching(/^1 call was refused .*not known to be for an organisation of ours/),
  })
  await api.take()
  expect(await check()).toMatchObject({ state: 'ok' })
})

test('where none came in a day and payments were missed, the webhook or its key is wrong', async () => {
  const trader = await createTrader(product)
  await product.db.updateTable('organisations').set({ last_event_at: null }).execute()
  await product.db.deleteFrom('xero_events').execute()
  await missOne(trader)
  const wrong = {
    state: 'WRONG',
    words: matching(/^none in a day, .* \d payments? .*disabled.*XERO_WEBHOOK_KEY/),
  }
  expect(await check()).toMatchObject(wrong)
  await startApi().refuse(STRANGE)
  expect(await check()).toMatchObject(wrong)
})
