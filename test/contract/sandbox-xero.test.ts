import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { DEMO_ACCESS_TOKEN, DEMO_ORGANISATION } from '../../sandbox/xero/demo/demo-organisation.ts'
import { startListener } from '../support/listener.ts'
import { SANDBOX_VENDORS, startSandbox } from '../support/sandbox.ts'
import { accountingFaults } from './accounting-faults.ts'
import { checkAnswer, checkSchema } from './openapi-contract.ts'
import { loadSpec } from './openapi-spec.ts'
import { specPath, withSpecs } from './spec-folder.ts'

const { tenantId } = DEMO_ORGANISATION
const accounting = () => loadSpec(specPath('xero-accounting'))
const identity = () => loadSpec(specPath('xero-identity'))

describe("What the sandbox's Xero answers, by Xero's own description", withSpecs, () => {
  let sandbox: Sandbox
  let product: Awaited<ReturnType<typeof startListener>>
  beforeAll(async () => {
    product = await startListener()
    sandbox = await startSandbox({ publicUrl: product.url })
    const kinds = ['payment', 'credit-note', 'overpayment', 'prepayment'] as const
    const awaiting = [...sandbox.xero.organisation(tenantId).invoices.values()].filter(
      ({ status }) => status === 'AUTHORISED',
    )
    for (const [index, kind] of kinds.entries())
      sandbox.xero.pay(tenantId, awaiting[index]!.invoiceId, { kind })
    sandbox.xero.pay(tenantId, awaiting[4]!.invoiceId, { amountCents: 100 })
    sandbox.xero.void(tenantId, awaiting[5]!.invoiceId)
    const groupIds = [sandbox.xero.addContactGroup(tenantId, 'Builders')]
    const [trackingId] = sandbox.xero.addTrackingCategory(tenantId, 'Region', ['North', 'South'])
    const { contactId } = sandbox.xero.addContact(tenantId, { name: 'Of a group', groupIds })
    sandbox.xero.addInvoice(tenantId, { contactId, totalCents: 5_000, trackingId: trackingId! })
  })
  afterAll(async () => {
    await sandbox.close()
    await product.close()
  })

  test.each([
    ['all invoices', '/Invoices', ''],
    ['a page of invoices', '/Invoices', '?page=1&pageSize=50'],
    ['a summary', '/Invoices', '?summaryOnly=true'],
    ['what was paid', '/Invoices', '?Statuses=PAID&where=Type%3D%3D%22ACCREC%22&page=1'],
    ['contacts', '/Contacts', ''],
    ['contacts by name', '/Contacts', '?searchTerm=a&order=Name%20ASC&page=1&pageSize=8&summaryOnly=true'],
    ['a page of contacts', '/Contacts', '?page=1'],
    ['contact groups', '/ContactGroups', ''],
    ['tracking categories', '/TrackingCategories', ''],
    ['the organisation', '/Organisation', ''],
  ])('%s', async (_what, path, query) => {
    const { status, body } = await get(`/api.xro/2.0${path}${query}`)
    expect(status).toBe(200)
    expect(accountingFaults({ method: 'GET', path: `/api.xro/2.0${path}`, status, body })).toEqual([])
  })

  test('every invoice and every contact by itself', async () => {
    sandbox.xero.limits.set({ minute: 1_000 })
    const { invoices, contacts } = sandbox.xero.organisation(tenantId)
    const paths = [
      ...[...invoices.keys()].map((id) => `/api.xro/2.0/Invoices/${id}`),
      ...[...contacts.keys()].map((id) => `/api.xro/2.0/Contacts/${id}`),
    ]
    const faults = []
    for (const path of paths) {
      const { status, body } = await get(path)
      faults.push(...accountingFaults({ method: 'GET', path, status, body }))
    }
    expect(faults).toEqual([])
  })

  test('a query that Xero cannot read', async () => {
    const { status, body } = await get('/api.xro/2.0/Invoices?where=Colour%3D%3D%22red%22')
    expect(status).toBe(400)
    expect(checkSchema(accounting(), 'Error', body)).toEqual([])
  })

  test('connections, tokens and the end of a connection', async () => {
    const connections = await get('/connections')
    expect(
      checkAnswer(identity(), { method: 'GET', path: '/connections', status: 200, body: connections.body }),
    ).toEqual([])

    const { refreshToken } = sandbox.xero.grant(tenantId)
    const { clientId, clientSecret } = SANDBOX_VENDORS.xero
    const answer = await fetch(`${sandbox.url}/xero/identity/connect/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    })
    const { scope, ...tokens } = (await answer.json()) as { scope: string }
    expect(scope).toContain('offline_access')
    expect(checkSchema(identity(), 'AccessToken', tokens)).toEqual([])

    const { id } = (connections.body as { id: string }[])[0]!
    const ended = await get(`/connections/${id}`, 'DELETE')
    expect(checkAnswer(identity(), { method: 'DELETE', path: `/connections/${id}`, ...ended })).toEqual([])
  })

  test('a webhook', async () => {
    sandbox.xero.payMany(tenantId, 3)
    await sandbox.xero.webhooks.settled()
    const body: unknown = JSON.parse(product.received.at(-1)!.body)
    expect(checkSchema(loadSpec(specPath('xero-webhooks')), 'WebhookEvent', body)).toEqual([])
  })

  const get = async (path: string, method = 'GET') => {
    const answer = await fetch(`${sandbox.url}/xero/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${DEMO_ACCESS_TOKEN}`,
        'xero-tenant-id': tenantId,
        accept: 'application/json',
      },
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
  }
})
