import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { useSandbox } from '../../test/support/sandbox.ts'
import { XERO_LIMITS } from './model/limits.ts'

const now = new Date('2026-11-20T01:00:00Z')
const xero = useSandbox({ now: () => now })
let tenantId = ''

beforeEach(() => {
  tenantId = randomUUID()
  xero.sandbox.xero.limits.set(XERO_LIMITS)
})

test('an unknown organisation is made at the first call with a seeded token', async () => {
  const { status, body } = await get('/Invoices')
  expect(status).toBe(200)
  expect(body.Invoices.length).toBeGreaterThan(10)
  expect(xero.sandbox.xero.organisation(tenantId).isOffered).toBe(false)
  expect((await get('/Invoices', { authorization: 'Bearer stolen' })).status).toBe(401)
})

test('a list leaves the phones out, a single invoice and the contacts have all four slots', async () => {
  const { body } = await get('/Invoices?page=1')
  const [first] = body.Invoices
  expect(first!.Contact.Phones).toEqual([])
  const single = await get(`/Invoices/${first!.InvoiceID}`)
  const kinds = ['DEFAULT', 'DDI', 'FAX', 'MOBILE']
  expect(single.body.Invoices[0]!.Contact.Phones.map(({ PhoneType }) => PhoneType)).toEqual(kinds)
  const contacts = await get(`/Contacts?IDs=${first!.Contact.ContactID}`)
  expect(contacts.body.Contacts[0]!.Phones.map(({ PhoneType }) => PhoneType)).toEqual(kinds)
})

test('the groups of a contact are in a single one and in a page, not in a list without pages', async () => {
  const books = xero.sandbox.xero
  books.provision(tenantId)
  const groupId = books.addContactGroup(tenantId, 'Builders')
  const { contactId } = books.addContact(tenantId, { name: 'Quill', groupIds: [groupId] })
  const groupsOf = async (path: string) =>
    (await get(path)).body.Contacts.map(({ ContactGroups }) => ContactGroups.map(({ Name }) => Name))
  expect(await groupsOf(`/Contacts?IDs=${contactId}`)).toEqual([[]])
  expect(await groupsOf(`/Contacts?IDs=${contactId}&page=1`)).toEqual([['Builders']])
  expect(await groupsOf(`/Contacts/${contactId}`)).toEqual([['Builders']])
  expect((await get('/ContactGroups')).body.ContactGroups).toMatchObject([{ ContactGroupID: groupId }])
  const [trackingId] = books.addTrackingCategory(tenantId, 'Region', ['North'])
  const { invoiceId } = books.addInvoice(tenantId, { contactId, totalCents: 5_000, trackingId: trackingId! })
  const { Contact, LineItems } = (await get(`/Invoices/${invoiceId}`)).body.Invoices[0]!
  expect(Contact.ContactGroups).toMatchObject([{ Name: 'Builders' }])
  expect(LineItems).toMatchObject([{ Tracking: [{ Name: 'Region', Option: 'North' }] }])
})

test('only what changed since then, of the asked status and type, in pages', async () => {
  const paid = xero.sandbox.xero.payMany(newcomers(250), 240, { webhook: false })
  const query = `Statuses=PAID&where=${encodeURIComponent('Type=="ACCREC"')}&pageSize=100`
  const since = new Date(paid[0]!.updatedAt).toUTCString()
  const pages = []
  for (const page of [1, 2, 3]) {
    const { body } = await get(`/Invoices?${query}&page=${page}`, { 'if-modified-since': since })
    expect(body.pagination).toEqual({ page, pageSize: 100, pageCount: 3, itemCount: 240 })
    pages.push(body.Invoices.length)
  }
  expect(pages).toEqual([100, 100, 40])
  const later = new Date(now.getTime() + 5_000).toISOString().slice(0, 19)
  expect((await get(`/Invoices?${query}`, { 'if-modified-since': later })).body.Invoices).toEqual([])
})

test('contacts are searched in their names and e-mail addresses, in any case, the first by name in a page', async () => {
  const books = xero.sandbox.xero
  books.provision(tenantId)
  const add = (name: string, email: string) => books.addContact(tenantId, { name, firstName: 'Zoë', email })
  add('Quill & Daughters', 'hello@quill.example')
  add('Aunt Mabel', 'mabel@quill.example')
  const namesOf = async (query: string) =>
    (await get(`/Contacts?${query}`)).body.Contacts.map(({ Name }) => Name)
  expect(await namesOf('searchTerm=qUILL%20%26')).toEqual(['Quill & Daughters'])
  expect(await namesOf('searchTerm=QUILL&order=Name%20ASC')).toEqual(['Aunt Mabel', 'Quill & Daughters'])
  expect(await namesOf('searchTerm=zo%C3%AB&order=Name%20DESC&pageSize=1')).toEqual(['Quill & Daughters'])
  expect(await namesOf('searchTerm=nobody')).toEqual([])
  const { body } = await get('/Contacts?searchTerm=mabel&summaryOnly=true')
  expect(body).toMatchObject({ pagination: { itemCount: 1 }, Contacts: [{ Name: 'Aunt Mabel', Phones: [] }] })
  expect((await get('/Contacts?order=Colour')).status).toBe(400)
})

test('40 ids are found, and too many are answered with 404 though none is missing', async () => {
  newcomers(60)
  const ids = [...xero.sandbox.xero.organisation(tenantId).invoices.keys()]
  expect((await get(`/Invoices?IDs=${ids.slice(0, 40)}`)).body.Invoices).toHaveLength(40)
  expect((await get(`/Invoices?IDs=${ids.slice(0, 54)}`)).status).toBe(404)
})

test('the sixty-first call of a minute is refused until the next, and another organisation is not', async () => {
  for (let call = 1; call < 60; call += 1) await get('/Organisation')
  const last = await get('/Organisation')
  expect(last.headers.get('x-minlimit-remaining')).toBe('0')
  const over = await get('/Organisation')
  expect(over.status).toBe(429)
  expect(over.headers.get('x-rate-limit-problem')).toBe('minute')
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
  tenantId = randomUUID()
  expect((await get('/Organisation')).status).toBe(200)
})

test('a sixth call at the same time is refused', async () => {
  await get('/Organisation')
  const { limits } = xero.sandbox.xero
  for (let call = 0; call < 5; call += 1) expect(limits.enter(tenantId)).toBeUndefined()
  const sixth = await get('/Organisation')
  expect(sixth.status).toBe(429)
  expect(sixth.headers.get('x-rate-limit-problem')).toBe('concurrent')
  limits.leave(tenantId)
  expect((await get('/Organisation')).status).toBe(200)
})

test('an organisation that was disconnected in Xero answers 403', async () => {
  await get('/Organisation')
  xero.sandbox.xero.disconnect(tenantId)
  const { status, body } = await get('/Organisation')
  expect(status).toBe(403)
  expect(body).toMatchObject({ Title: 'Forbidden', Detail: 'AuthenticationUnsuccessful' })
})

test('paid by credit note alone is PAID without money; undone it awaits payment again', async () => {
  newcomers(1)
  const [invoiceId] = [...xero.sandbox.xero.organisation(tenantId).invoices.keys()]
  xero.sandbox.xero.credit(tenantId, invoiceId!, { webhook: false })
  const { body } = await get(`/Invoices/${invoiceId}`)
  expect(body.Invoices[0]).toMatchObject({ Status: 'PAID', AmountPaid: 0, AmountDue: 0 })
  expect(body.Invoices[0]!.AmountCredited).toBeGreaterThan(0)
  xero.sandbox.xero.undo(tenantId, invoiceId!, { webhook: false })
  expect((await get(`/Invoices/${invoiceId}`)).body.Invoices[0]).toMatchObject({ Status: 'AUTHORISED' })
})

test('a fault strikes as often as its count says', async () => {
  xero.sandbox.faults.ask({ xero5xx: { count: 1 }, xero429: { count: 1 }, xeroTokenExpired: { count: 1 } })
  const statuses = []
  for (let call = 0; call < 4; call += 1) statuses.push((await get('/Organisation')).status)
  expect(statuses).toEqual([401, 429, 503, 200])
})

const newcomers = (count: number): string => {
  xero.sandbox.xero.provision(tenantId)
  xero.sandbox.xero.addNewcomers(tenantId, count)
  return tenantId
}

type Answer = {
  pagination: unknown
  Invoices: {
    InvoiceID: string
    AmountCredited: number
    Contact: { ContactID: string; Phones: { PhoneType: string }[]; ContactGroups: object[] }
    LineItems: object[]
  }[]
  Contacts: { Name: string; Phones: { PhoneType: string }[]; ContactGroups: { Name: string }[] }[]
  ContactGroups: object[]
}

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${xero.sandbox.url}/xero/api/api.xro/2.0${path}`, {
    headers: {
      authorization: `Bearer seed-access-${tenantId}`,
      'xero-tenant-id': tenantId,
      accept: 'application/json',
      ...headers,
    },
  })
  const text = await answer.text()
  const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Answer
  return { status: answer.status, headers: answer.headers, body }
}
