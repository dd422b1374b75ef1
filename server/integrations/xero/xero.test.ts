import { afterAll, expect, test } from 'vitest'
import { useStub, type StubAnswer } from '../../../test/support/stub-server.ts'
import {
  CONTACT_ID,
  GROUP_ID,
  INVOICE_ID as ID,
  TENANT_ID,
  TRACKING_ID,
  contactGroupsAnswer,
  contactsAnswer,
  invoiceAnswer,
  invoicesAnswer,
  listedInvoice,
  organisationAnswer,
  trackingAnswer,
} from '../../../test/support/xero-answers.ts'
import { createXero, type Xero } from './xero.ts'

const stub = useStub()
const NOW = new Date('2026-11-20T03:00:00Z')
const session = { accessToken: 'access', tenantId: TENANT_ID }
const opened: Xero[] = []
const open = (timeoutMs = 10_000): Xero => {
  const xero = createXero({
    clientId: 'client',
    clientSecret: 'secret',
    loginUrl: `${stub.url}/xero/login`,
    identityUrl: `${stub.url}/xero/identity`,
    apiUrl: `${stub.url}/xero/api`,
    timeoutMs,
    now: () => NOW,
  })
  opened.push(xero)
  return xero
}
afterAll(() => Promise.all(opened.map((xero) => xero.close())))

test('an invoice alone comes with its contact and what is left of the limits', async () => {
  stub.answer = () => ({
    headers: {
      'x-minlimit-remaining': '58',
      'x-daylimit-remaining': '4990',
      'x-appminlimit-remaining': '9999',
    },
    json: invoiceAnswer,
  })
  const { body, limits } = await open().invoice(session, ID)
  expect(body).toMatchObject({
    invoiceId: ID,
    number: 'INV-0006',
    total: 148.5,
    amountPaid: 100.25,
    amountCredited: 48.25,
    hasPrepaidMoney: true,
    paidOn: '2018-10-20',
    updatedAt: new Date(1573755038314),
    contactName: 'Sam Green',
  })
  expect(body?.contact).toMatchObject({
    contactId: CONTACT_ID,
    name: 'Sam Green',
    firstName: 'Sam',
    email: 'sam@green.example',
  })
  expect(body?.contact?.phones).toHaveLength(4)
  expect(body?.contact?.phones[3]).toEqual({
    type: 'MOBILE',
    countryCode: '61',
    areaCode: '0491',
    number: '570 006',
  })
  expect(limits).toEqual({ minuteRemaining: 58, dayRemaining: 4990, appMinuteRemaining: 9999 })
  expect(stub.calls[0]).toMatchObject({
    path: `/xero/api/api.xro/2.0/Invoices/${ID}`,
    headers: {
      authorization: 'Bearer access',
      'xero-tenant-id': session.tenantId,
      accept: 'application/json',
    },
  })
})

test('an invoice that Xero does not have is no invoice, not a failure', async () => {
  stub.answer = () => ({ status: 404, text: 'The resource could not be found' })
  expect((await open().invoice(session, ID)).body).toBeUndefined()
})

test('invoices in a list have no whole contact', async () => {
  stub.answer = () => ({ json: invoicesAnswer })
  const { body } = await open().invoices(session, [ID])
  expect(body.items[0]).toMatchObject({ contactId: CONTACT_ID, contactName: 'Sam Green', contact: undefined })
  expect(stub.calls[0]!.query.get('IDs')).toBe(ID)
})

test('an invoice says what it is for and how it is tracked, and its contact in which groups it is', async () => {
  const facts = { reference: 'Deposit', trackingIds: [TRACKING_ID] }
  stub.answer = () => ({ json: invoiceAnswer })
  expect((await open().invoice(session, ID)).body).toMatchObject({
    ...facts,
    contact: { groupIds: [GROUP_ID] },
  })
  stub.answer = () => ({ json: invoicesAnswer })
  expect((await open().invoices(session, [ID])).body.items[0]).toMatchObject(facts)
  stub.answer = () => ({ json: contactsAnswer })
  expect((await open().contacts(session, [CONTACT_ID])).body[0]).toMatchObject({ groupIds: [GROUP_ID] })
  expect(stub.calls.at(-1)!.query.get('page')).toBe('1')
})

test.each([
  [{ LineItems: 'none', Reference: null }],
  [{ LineItems: [{ Tracking: [{ TrackingOptionID: 'x' }, null] }] }],
  [{ LineItems: [null, { Tracking: 7 }] }],
])('%j leaves an invoice readable, without what cannot be read', async (strange) => {
  stub.answer = () => ({ json: { Invoices: [{ ...listedInvoice, Reference: '', ...strange }] } })
  const { items, unreadable } = (await open().invoices(session, [ID])).body
  expect({ items, unreadable }).toMatchObject({ items: [{ trackingIds: [] }], unreadable: [] })
  expect(items[0]!.reference).toBeUndefined()
})

test('contact groups and tracking options have an id and a name', async () => {
  stub.answer = () => ({ json: contactGroupsAnswer })
  expect((await open().contactGroups(session)).body).toEqual([{ id: GROUP_ID, name: 'Builders' }])
  stub.answer = () => ({ json: trackingAnswer })
  expect((await open().trackingOptions(session)).body).toEqual([{ id: TRACKING_ID, name: 'Region: North' }])
})

test('a list that Xero answers with 404 is never read as deleted', async () => {
  stub.answer = () => ({ status: 404 })
  const xero = open()
  const fault = { name: 'VendorFailure', kind: 'retry-later', code: 'list-404' }
  await expect(xero.invoices(session, [ID])).rejects.toMatchObject(fault)
  await expect(xero.contacts(session, [ID])).rejects.toMatchObject(fault)
  await expect(xero.paidInvoices(session, {})).rejects.toMatchObject(fault)
})

test('more than 40 ids are refused before Xero sees them, and 40 fit into an address', async () => {
  stub.answer = () => ({ json: { Invoices: [] } })
  const ids = Array<string>(40).fill(ID)
  const xero = open()
  await expect(xero.invoices(session, [...ids, ID])).rejects.toThrow('1 to 40')
  await expect(xero.contacts(session, [])).rejects.toThrow('1 to 40')
  expect(stub.calls).toEqual([])
  await xero.invoices(session, ids)
  expect(stub.calls[0]!.query.get('IDs')!.split(',')).toEqual(ids)
})

test('the sweep asks for everything paid since, by whole seconds, a page at a time', async () => {
  stub.answer = () => ({
    json: { Invoices: [listedInvoice, listedInvoice], pagination: { page: 2, pageCount: 5 } },
  })
  const modifiedSince = new Date('2026-11-20T01:02:03.987Z')
  const { body } = await open().paidInvoices(session, { modifiedSince, page: 2, pageSize: 2 })
  expect(body).toMatchObject({ page: 2, pageCount: 5, items: [{ invoiceId: ID }, { invoiceId: ID }] })
  expect(stub.calls[0]!.headers['if-modified-since']).toBe('2026-11-20T01:02:03Z')
  expect(Object.fromEntries(stub.calls[0]!.query)).toEqual({
    Statuses: 'PAID',
    order: 'UpdatedDateUTC ASC',
    page: '2',
    pageSize: '2',
  })
})

test('without Xero saying so, a full page means that there may be another', async () => {
  stub.answer = () => ({ json: { Invoices: [listedInvoice] } })
  const xero = open()
  expect((await xero.paidInvoices(session, { pageSize: 1 })).body.pageCount).toBe(2)
  expect((await xero.paidInvoices(session, { pageSize: 2 })).body.pageCount).toBe(1)
})

test('an organisation says where and what it is', async () => {
  stub.answer = () => ({ json: organisationAnswer })
  expect((await open().organisation(session)).body).toEqual({
    name: 'Coastal Plumbing',
    shortCode: '!abc12',
    country: 'NZ',
    timeZone: 'Pacific/Auckland',
    isTimeZoneKnown: true,
    currency: 'NZD',
    isDemo: true,
  })
})

test.each<[string, StubAnswer, object]>([
  ['an expired access token', { status: 401 }, { kind: 'retry-later', code: 'token-expired' }],
  ['an organisation that shut us out', { status: 403 }, { kind: 'rejected', code: 'forbidden' }],
  [
    'the minute limit',
    { status: 429, headers: { 'x-rate-limit-problem': 'Minute', 'retry-after': '17' } },
    { kind: 'retry-later', code: 'rate-limit:minute', retryAfterSeconds: 17 },
  ],
  [
    'a limit that does not say how long',
    { status: 429, headers: { 'x-rate-limit-problem': 'DayLimit' } },
    { kind: 'retry-later', code: 'rate-limit:daylimit', retryAfterSeconds: 60 },
  ],
  [
    'the limit on concurrent calls',
    { status: 429, headers: { 'x-rate-limit-problem': 'Concurrent' } },
    { kind: 'retry-later', code: 'rate-limit:concurrent', retryAfterSeconds: 2 },
  ],
  ['an organisation that is offline', { status: 503 }, { kind: 'retry-later', code: 'http-503' }],
  [
    'one that says to come back in a week',
    { status: 503, headers: { 'retry-after': '604800' } },
    { kind: 'retry-later', code: 'http-503', retryAfterSeconds: 300 },
  ],
  [
    'a limit that says the same',
    { status: 429, headers: { 'x-rate-limit-problem': 'DayLimit', 'retry-after': '604800' } },
    { kind: 'retry-later', code: 'rate-limit:daylimit', retryAfterSeconds: 86_400 },
  ],
  ['a way elsewhere', { status: 302 }, { kind: 'retry-later', code: 'http-302' }],
  ['a success without an answer', { status: 204 }, { kind: 'retry-later', code: 'http-204' }],
  ['a question that Xero does not take', { status: 400 }, { kind: 'rejected', code: 'http-400' }],
  ['garbage', { text: '<html>' }, { kind: 'retry-later', code: 'unreadable' }],
  [
    'JSON of another shape',
    { json: { Invoices: [{ no: 1 }] } },
    { kind: 'retry-later', code: 'unexpected-shape' },
  ],
  ['a connection that breaks', 'reset', { kind: 'retry-later' }],
  ['silence', 'silence', { kind: 'retry-later', code: 'timeout' }],
])('%s is a failure of its own kind', async (_what, answer, fault) => {
  stub.answer = () => answer
  const asked = open(answer === 'silence' ? 50 : 10_000).invoice(session, ID)
  await expect(asked).rejects.toMatchObject({ name: 'VendorFailure', vendor: 'xero', ...fault })
})
