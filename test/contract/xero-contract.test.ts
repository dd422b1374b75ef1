import { describe, expect, test } from 'vitest'
import { createXero, type Xero } from '../../server/integrations/xero/xero.ts'
import { timeZoneOf } from '../../server/integrations/xero/xero-time-zones.ts'
import { parseXeroEvents } from '../../server/integrations/xero/xero-webhook.ts'
import { isTimeZone } from '../support/time-zones.ts'
import { useStub } from '../support/stub-server.ts'
import * as answers from '../support/xero-answers.ts'
import { accountingFaults } from './accounting-faults.ts'
import { checkAnswer, checkRequest, checkSchema } from './openapi-contract.ts'
import { loadSpec } from './openapi-spec.ts'
import { specPath, withSpecs } from './spec-folder.ts'

const session = { accessToken: 'access', tenantId: answers.TENANT_ID }
const ids = [answers.INVOICE_ID, answers.CONTACT_ID]
const accounting = () => loadSpec(specPath('xero-accounting'))
const identity = () => loadSpec(specPath('xero-identity'))

describe("Xero's own description", withSpecs, () => {
  const stub = useStub()
  const open = (): Xero =>
    createXero({
      clientId: 'client',
      clientSecret: 'secret',
      loginUrl: stub.url,
      identityUrl: stub.url,
      apiUrl: stub.url,
    })

  test.each<[string, string, unknown, (xero: Xero) => Promise<unknown>]>([
    [
      'one invoice',
      `/api.xro/2.0/Invoices/${answers.INVOICE_ID}`,
      answers.invoiceAnswer,
      (xero) => xero.invoice(session, answers.INVOICE_ID),
    ],
    ['some invoices', '/api.xro/2.0/Invoices', answers.invoicesAnswer, (xero) => xero.invoices(session, ids)],
    [
      'what was paid',
      '/api.xro/2.0/Invoices',
      answers.invoicesAnswer,
      (xero) => xero.paidInvoices(session, { modifiedSince: new Date('2026-11-20T01:02:03Z') }),
    ],
    ['contacts', '/api.xro/2.0/Contacts', answers.contactsAnswer, (xero) => xero.contacts(session, ids)],
    [
      'contacts by name',
      '/api.xro/2.0/Contacts',
      answers.contactsAnswer,
      (xero) => xero.searchContacts(session, { term: 'Smith & “Sons”', most: 8 }),
    ],
    [
      'contact groups',
      '/api.xro/2.0/ContactGroups',
      answers.contactGroupsAnswer,
      (xero) => xero.contactGroups(session),
    ],
    [
      'tracking options',
      '/api.xro/2.0/TrackingCategories',
      answers.trackingAnswer,
      (xero) => xero.trackingOptions(session),
    ],
    [
      'the organisation',
      '/api.xro/2.0/Organisation',
      answers.organisationAnswer,
      (xero) => xero.organisation(session),
    ],
  ])('asking for %s, and its answer, are as described', async (_what, path, body, ask) => {
    stub.answer = () => ({ json: body })
    await ask(open())
    expect(stub.calls.map((call) => call.path)).toEqual([path])
    expect(checkRequest(accounting(), stub.calls[0]!)).toEqual([])
    expect(accountingFaults({ method: 'GET', path, status: 200, body })).toEqual([])
  })

  test('asking for connections and ending one are as described', async () => {
    const xero = open()
    stub.answer = () => ({ json: answers.connectionsAnswer })
    const [connection] = await xero.connections('access', answers.AUTHENTICATION_EVENT_ID)
    stub.answer = () => ({ status: 204 })
    await xero.disconnect('access', connection!.connectionId)
    for (const call of stub.calls) expect(checkRequest(identity(), call)).toEqual([])
    const body = answers.connectionsAnswer
    expect(checkAnswer(identity(), { method: 'GET', path: '/connections', status: 200, body })).toEqual([])
    const path = `/connections/${connection!.connectionId}`
    expect(checkAnswer(identity(), { method: 'DELETE', path, status: 204 })).toEqual([])
  })

  test('tokens and webhooks are as described', () => {
    const { scope: _undescribed, ...tokens } = answers.tokensAnswer
    expect(checkSchema(identity(), 'AccessToken', tokens)).toEqual([])
    const webhooks = loadSpec(specPath('xero-webhooks'))
    const body = answers.xeroWebhook(answers.xeroEvent, answers.xeroEvent)
    expect(checkSchema(webhooks, 'WebhookEvent', body)).toEqual([])
    expect(parseXeroEvents(Buffer.from(JSON.stringify(body))).events).toHaveLength(2)
  })

  test("Xero's own examples of invoices are read without a loss", async () => {
    const xero = open()
    const listed = exampleOf('/Invoices')
    stub.answer = () => ({ json: listed })
    const { body: many } = await xero.invoices(session, ids)
    expect(many.items.map(({ invoiceId, total }) => [invoiceId, total])).toEqual(
      listed['Invoices']!.map(({ InvoiceID, Total }) => [InvoiceID, Total]),
    )
    expect(many.items.every(({ contact }) => contact === undefined)).toBe(true)

    const single = exampleOf('/Invoices/{InvoiceID}')
    stub.answer = () => ({ json: single })
    const { body: one } = await xero.invoice(session, ids[0]!)
    const { InvoiceID, AmountPaid, Contact, FullyPaidOnDate } = single['Invoices']![0]!
    expect(one).toMatchObject({ invoiceId: InvoiceID, amountPaid: AmountPaid, paidOn: '2019-03-19' })
    expect(FullyPaidOnDate).toBe('/Date(1552953600000+0000)/')
    expect(one!.contact?.phones).toHaveLength((Contact as { Phones: object[] }).Phones.length)
    expect(one!.contact?.groupIds).toEqual(['17b44ed7-4389-4162-91cb-3dd5766e4e22'])
  })

  test("Xero's own examples of contacts and of an organisation are read without a loss", async () => {
    const xero = open()
    const contacts = exampleOf('/Contacts')
    stub.answer = () => ({ json: contacts })
    const { body } = await xero.contacts(session, ids)
    expect(body.map(({ contactId, name, phones }) => [contactId, name, phones.length])).toEqual(
      contacts['Contacts']!.map(({ ContactID, Name, Phones }) => [
        ContactID,
        Name,
        (Phones as object[]).length,
      ]),
    )

    const organisation = exampleOf('/Organisation')
    stub.answer = () => ({ json: organisation })
    expect((await xero.organisation(session)).body).toMatchObject({
      name: organisation['Organisations']![0]!['Name'],
      shortCode: organisation['Organisations']![0]!['ShortCode'],
      country: 'NZ',
      currency: 'NZD',
      timeZone: 'Pacific/Auckland',
      isTimeZoneKnown: true,
      isDemo: false,
    })
  })

  test('every time zone that Xero names has its place in the world, but for two that ended', async () => {
    const names = accounting().document.components!.schemas!['TimeZone']!['enum'] as string[]
    const zones = await Promise.all(
      names.map(async (name) => ({ name, zone: await timeZoneOf(name, undefined) })),
    )
    const unknown = zones.filter(({ zone }) => !zone || !isTimeZone(zone)).map(({ name }) => name)
    expect(unknown).toEqual(['KAMCHATKASTANDARDTIME', 'MIDATLANTICSTANDARDTIME'])
  })
})

type Example = Record<string, Record<string, unknown>[] | undefined>

const exampleOf = (path: string): Example => {
  const content = accounting().document.paths![path]!['get']!.responses!['200']!.content!
  return (content['application/json'] as { example: Example }).example
}
