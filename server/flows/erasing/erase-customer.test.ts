import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { whereIs } from '../../../test/support/canaries.ts'
import { plantRow } from '../../../test/support/plant-row.ts'
import { asBusiness } from '../../database/database.ts'
import type { XeroInvoice } from '../../integrations/xero/xero-types.ts'
import { lockDecisions } from '../../review-requests/deciding/decision-queries.ts'
import { upsertInvoices } from '../../invoices/invoice-queries.ts'
import { findContacts } from './find-contacts.ts'
import { tryErasingCustomer } from './try-erasing-customer.ts'
import type { Contact } from './whom.ts'

const base = useDatabase()
const by = { kind: 'owner' as const, name: crypto.randomUUID() }
const now = new Date('2026-11-23T09:00:00Z')
let owner: Client
let number = 0

beforeAll(async () => {
  owner = new Client({ connectionString: base.url })
  await owner.connect()
})
afterAll(() => owner.end())

type Known = {
  businessId: string
  contact: Contact
  name: string
  phone: string
  phoneHash: Buffer
  invoiceId: string
}

/** A customer of a business of their own, in every place where one is named. */
const known = async (state = 'delivered', same: Partial<Known> = {}): Promise<Known> => {
  number += 1
  const businessId = crypto.randomUUID()
  const one: Known = {
    businessId,
    contact: { tenantId: crypto.randomUUID(), contactId: crypto.randomUUID() },
    name: `Zo "Canary" Zimtstern${number}x`,
    phone: `+6149157${String(number).padStart(4, '0')}`,
    phoneHash: randomBytes(32),
    invoiceId: crypto.randomUUID(),
    ...same,
  }
  const { tenantId, contactId } = one.contact
  const ours = { business_id: businessId }
  const ofInvoice = { ...ours, tenant_id: tenantId, invoice_id: one.invoiceId }
  const requestId = crypto.randomUUID()
  const plant = (table: string, values: Record<string, unknown>) => plantRow(owner, table, values)
  await plant('businesses', { id: businessId, currency: 'AUD' })
  await plant('organisations', { ...ours, tenant_id: tenantId })
  await plant('balances', { ...ours, available_cents: 0 })
  const naming = { contact_id: contactId, contact_name: one.name, reference: `Kitchen of ${one.name}` }
  await plant('invoices', { ...ofInvoice, ...naming, number: `INV-${number}`, found_by: 'sweep' })
  await plant('invoices', { ...ofInvoice, ...naming, invoice_id: crypto.randomUUID(), found_by: 'sweep' })
  await plant('review_requests', {
    ...ofInvoice,
    id: requestId,
    state,
    phone_country: 'AU',
    phone_hash: one.phoneHash,
    link_token: requestId,
    customer_name: one.name,
    first_name: one.name,
    customer_phone: one.phone,
    customer_email: `${number}@zimtstern.example`,
    body: `Hi ${one.name}, thank you`,
  })
  await plant('send_attempts', {
    ...ours,
    request_id: requestId,
    state: state === 'unknown' ? 'unknown' : 'accepted',
    phone: one.phone,
  })
  await plant('reminder_mails', {
    ...ours,
    request_id: requestId,
    state: state === 'scheduled' ? 'planned' : 'sent',
    customer_email: `${number}@zimtstern.example`,
  })
  await plant('excluded_contacts', {
    ...ours,
    tenant_id: tenantId,
    contact_id: contactId,
    name: one.name,
  })
  await plant('test_texts', {
    ...ours,
    state: 'accepted',
    phone: one.phone,
    link_token: crypto.randomUUID(),
    asked_hash: randomBytes(32),
  })
  // As the door keeps it: without the number, so that nothing of it has to go.
  await plant('twilio_messages', {
    id: crypto.randomUUID(),
    kind: 'inbound',
    handled_at: now,
    content: JSON.stringify({
      messageSid: `SM${number}`,
      phoneHash: one.phoneHash.toString('hex'),
      to: '+61400000000',
      meaning: 'stop',
    }),
  })
  return one
}

const erase = (whom: Parameters<typeof tryErasingCustomer>[1], isSure = true) =>
  tryErasingCustomer(base.db, whom, { by, now, isSure })

const traces = async ({ name, phone }: Known): Promise<string[]> => [
  ...(await whereIs(owner, name.replaceAll('"', ''))),
  ...(await whereIs(owner, name.split(' ').at(-1)!)),
  ...(await whereIs(owner, phone)),
  ...(await whereIs(owner, phone.slice(1))),
]

test.each<[string, (one: Known) => Parameters<typeof erase>[0]]>([
  ['the number', ({ businessId, phone, phoneHash }) => ({ businessId, phone, phoneHash })],
  ['the number, everywhere', ({ phone, phoneHash }) => ({ businessId: null, phone, phoneHash })],
  ['the contact in Xero', ({ businessId, contact }) => ({ businessId, contact })],
])('of a customer who is erased by %s nothing is left in any column', async (_, whomOf) => {
  const one = await known()
  expect((await traces(one)).length).toBeGreaterThan(8)
  const { requests, invoices, contacts, attempts } = await erase(whomOf(one))
  expect({ requests, invoices, contacts, attempts }).toEqual({
    requests: 1,
    invoices: 2,
    contacts: 1,
    attempts: 1,
  })
  expect(await traces(one)).toEqual([])
})

test('a customer without a mobile, of whom there are only invoices, is found by name and erased', async () => {
  const one = await known()
  await owner.query('delete from send_attempts where business_id = $1', [one.businessId])
  await owner.query('delete from reminder_mails where business_id = $1', [one.businessId])
  await owner.query('delete from review_requests where business_id = $1', [one.businessId])
  const find = (name: string) =>
    asBusiness(base.db, one.businessId, (trx) => findContacts(trx, one.businessId, name))
  expect(await find(` ${one.name.toUpperCase()} `)).toEqual([one.contact])
  expect(await find(one.contact.contactId)).toEqual([one.contact])
  expect(await find('Zo')).toEqual([])
  await erase({ businessId: one.businessId, contact: one.contact })
  expect(await whereIs(owner, one.name.split(' ').at(-1)!)).toEqual([])
})

test('who only looks is told what would go, and everything stays', async () => {
  const one = await known('scheduled')
  const before = await traces(one)
  const whom = { businessId: one.businessId, contact: one.contact }
  expect(await erase(whom, false)).toMatchObject({ requests: 1, cancelled: 1, invoices: 2 })
  expect(await traces(one)).toEqual(before)
  const { rows } = await owner.query('select from audit_log where business_id = $1', [one.businessId])
  expect(rows).toHaveLength(0)
})

test('a text that waits is cancelled; one that the gateway may have keeps everything as it is', async () => {
  const waiting = await known('scheduled')
  expect(await erase({ businessId: waiting.businessId, contact: waiting.contact })).toMatchObject({
    cancelled: 1,
  })
  const { rows } = await owner.query(
    'select state, state_reason, removed_after_months from review_requests where business_id = $1',
    [waiting.businessId],
  )
  expect(rows).toEqual([{ state: 'cancelled', state_reason: 'customer_erased', removed_after_months: 0 }])

  const unknown = await known('unknown')
  const before = await traces(unknown)
  await expect(erase({ businessId: unknown.businessId, contact: unknown.contact })).rejects.toMatchObject({
    code: 'being-sent',
  })
  expect(await traces(unknown)).toEqual(before)
})

test('another business, and a customer of the same name, keep theirs', async () => {
  const one = await known()
  const other = await known('delivered', { name: one.name })
  const before = (await whereIs(owner, one.name.split(' ').at(-1)!)).length
  await erase({ businessId: one.businessId, contact: one.contact })
  expect(await whereIs(owner, one.name.split(' ').at(-1)!)).toHaveLength(before)
  const { rows } = await owner.query('select contact_name from invoices where business_id = $1', [
    other.businessId,
  ])
  expect(rows).toEqual([{ contact_name: one.name }, { contact_name: one.name }])
})

const answerOf = ({ invoiceId, contact, name }: Known, reference: string): XeroInvoice =>
  ({
    invoiceId: invoiceId,
    number: 'INV-1',
    type: 'ACCREC',
    status: 'PAID',
    contactId: contact.contactId,
    contactName: name,
    reference,
    currency: 'AUD',
    total: 1,
    amountDue: 0,
    amountPaid: 1,
    amountCredited: 0,
    paidOn: '2026-11-23',
    updatedAt: new Date(Date.now() + 1000),
    trackingIds: [],
    contact: undefined,
  }) as unknown as XeroInvoice

test('Xero’s next answer brings no name back, until the owner takes the customer off the list', async () => {
  const one = await known()
  const { businessId, contact } = one
  await erase({ businessId, contact })
  const answer = answerOf(one, `Roof of ${one.name}`)
  const next = { ...answer, invoiceId: crypto.randomUUID() }
  const told = () =>
    asBusiness(base.db, businessId, (trx) =>
      upsertInvoices(trx, { businessId, tenantId: contact.tenantId, foundBy: 'webhook' }, [answer, next]),
    )
  expect(await told()).toEqual(new Set([answer.invoiceId, next.invoiceId]))
  expect(await traces(one)).toEqual([])
  await owner.query('delete from excluded_contacts where business_id = $1', [businessId])
  await told()
  expect(await whereIs(owner, one.name.split(' ').at(-1)!)).toEqual(
    expect.arrayContaining(['invoices.contact_name', 'invoices.reference']),
  )
})

test('an invoice that a sync has written and not committed is erased as well', async () => {
  const one = await known()
  const { businessId, contact, phone, phoneHash } = one
  const late = answerOf({ ...one, invoiceId: crypto.randomUUID() }, 'Roof')
  let erasing: Promise<unknown> | undefined
  await asBusiness(base.db, businessId, async (trx) => {
    await lockDecisions(trx, businessId)
    await upsertInvoices(trx, { businessId, tenantId: contact.tenantId, foundBy: 'webhook' }, [late])
    erasing = tryErasingCustomer(base.db, { businessId, phone, phoneHash }, { by, now, isSure: true })
    await vi.waitFor(async () => {
      const { rows } = await owner.query(
        `select from pg_locks l join pg_database d on d.oid = l.database
         where d.datname = current_database() and locktype = 'advisory' and not granted`,
      )
      expect(rows).toHaveLength(1)
    }, 20_000)
  })
  await erasing
  expect(await traces(one)).toEqual([])
})
