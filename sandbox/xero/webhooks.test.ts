import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startListener } from '../../test/support/listener.ts'
import { SANDBOX_VENDORS, startSandbox } from '../../test/support/sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { DEMO_ORGANISATION } from './demo/demo-organisation.ts'

let product: Awaited<ReturnType<typeof startListener>>
let sandbox: Sandbox
let status = 200
const { tenantId } = DEMO_ORGANISATION

beforeEach(async () => {
  status = 200
  product = await startListener(({ headers, body }) =>
    headers['x-xero-signature'] === signed(body) ? status : 401,
  )
  sandbox = await startSandbox({ publicUrl: product.url, timing: { retrySeconds: [0, 0] } })
})
afterEach(async () => {
  await sandbox.close()
  await product.close()
})

test('a paid invoice sends one signed webhook, with a date without a Z', async () => {
  const [invoice] = sandbox.xero.payMany(tenantId, 1)
  await sandbox.xero.webhooks.settled()

  expect(product.received).toHaveLength(1)
  expect(product.received[0]).toMatchObject({ path: '/webhooks/xero', status: 200 })
  const { events, firstEventSequence, lastEventSequence } = JSON.parse(product.received[0]!.body)
  expect([firstEventSequence, lastEventSequence]).toEqual([1, 1])
  expect(events).toEqual([
    {
      resourceUrl: `https://api.xero.com/api.xro/2.0/Invoices/${invoice!.invoiceId}`,
      resourceId: invoice!.invoiceId,
      tenantId,
      tenantType: 'ORGANISATION',
      eventCategory: 'INVOICE',
      eventType: 'UPDATE',
      eventDateUtc: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/),
    },
  ])
})

test('invoices paid in one go send one webhook', async () => {
  sandbox.xero.payMany(tenantId, 30)
  await sandbox.xero.webhooks.settled()
  expect(product.received.map(({ body }) => JSON.parse(body).events.length)).toEqual([30])
})

test('a webhook that is not answered with 200 is sent again, a limited number of times', async () => {
  status = 503
  sandbox.xero.payMany(tenantId, 1)
  await expect.poll(() => product.received.length).toBe(3)
  await expect.poll(() => sandbox.xero.webhooks.state().isDisabled).toBe(true)
  expect(new Set(product.received.map(({ body }) => body)).size).toBe(1)
})

test('after webhooks were switched off, a passed intent to receive brings them back', async () => {
  sandbox.xero.webhooks.state().isDisabled = true
  sandbox.xero.payMany(tenantId, 1)
  await sandbox.xero.webhooks.settled()
  expect(product.received).toHaveLength(0)

  expect(await sandbox.xero.webhooks.sendIntentToReceive()).toEqual({ signed: 200, misSigned: 401 })
  expect(JSON.parse(product.received[0]!.body)).toMatchObject({ events: [], firstEventSequence: 0 })
  sandbox.xero.payMany(tenantId, 1)
  await sandbox.xero.webhooks.settled()
  expect(product.received).toHaveLength(3)
})

test('webhooks can be lost, repeated and reordered on request', async () => {
  sandbox.faults.ask({ webhookLost: { count: 1 } })
  sandbox.xero.payMany(tenantId, 1)
  await sandbox.xero.webhooks.settled()
  expect(product.received).toHaveLength(0)

  sandbox.faults.ask({ webhookRepeated: { count: 1 } })
  sandbox.xero.payMany(tenantId, 1)
  await sandbox.xero.webhooks.settled()
  expect(product.received.map(({ body }) => JSON.parse(body).firstEventSequence)).toEqual([2, 2])

  sandbox.faults.ask({ webhookReordered: { count: 1 } })
  sandbox.xero.payMany(tenantId, 1)
  await sandbox.xero.webhooks.settled()
  sandbox.xero.payMany(tenantId, 1)
  await expect.poll(() => product.received.length).toBe(4)
  expect(product.received.slice(2).map(({ body }) => JSON.parse(body).firstEventSequence)).toEqual([4, 3])
})

const signed = (body: string): string =>
  createHmac('sha256', SANDBOX_VENDORS.xero.webhookKey).update(body).digest('base64')
