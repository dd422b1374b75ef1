import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import type { Span } from '../../server/operations/traces/span-rules.ts'
import { createRestoring } from '../support/restoring.ts'
import { useProduct } from '../support/product.ts'
import { createTrader } from '../support/trader.ts'

const taken: { url: string; header: unknown; body: string }[] = []
const collector = createServer(async (request, response) => {
  taken.push({ url: request.url!, header: request.headers['x-team'], body: await text(request) })
  response.end('{}')
})
await new Promise<void>((ready) => collector.listen(0, '127.0.0.1', ready))
afterAll(() => {
  collector.closeAllConnections()
  collector.close()
})

const product = useProduct({
  settings: {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/otel`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=our%20team',
  },
})

test('the way of a text is one trace from the webhook on, with ids and nobody’s name', async () => {
  const trader = await createTrader(product)
  const { text: textFor } = createRestoring(product, () => trader)
  const customer = trader.customer(undefined, 'Canary')
  const invoice = await textFor(customer)
  const request = await trader.request(invoice)
  await product.parts.traces!.close()

  const [first] = taken
  expect([taken.length, first!.url, first!.header]).toEqual([1, '/otel/v1/traces', 'our team'])
  const document = JSON.parse(first!.body)
  const spans = document.resourceSpans[0].scopeSpans[0].spans as Span[]
  expect(spans.map(({ name }) => name)).toEqual([
    'payment to text',
    'sync and decide',
    'wait for its time',
    'claim and send',
  ])
  const [whole, ...steps] = spans
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
  expect(whole!.traceId).toMatch(/^[0-9a-f]{32}$/)
  expect(whole!.parentSpanId).toBeUndefined()
  expect(steps.every(({ parentSpanId }) => parentSpanId === whole!.spanId)).toBe(true)
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(4)
  for (const [at, step] of steps.entries()) {
    expect(BigInt(step.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(step.startTimeUnixNano))
    if (at > 0) expect(step.startTimeUnixNano).toBe(steps[at - 1]!.endTimeUnixNano)
  }
  expect(whole!.startTimeUnixNano).toBe(steps[0]!.startTimeUnixNano)
  expect(JSON.stringify(whole!.attributes)).toContain(request.id)
  for (const personal of ['Canary', customer.phone, request.link_token, request.message_sid!])
    expect(first!.body).not.toContain(personal)
})
