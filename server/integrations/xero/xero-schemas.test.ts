import { expect, test } from 'vitest'
import { contactsSchema, readInvoice, readInvoices, toContact } from './xero-schemas.ts'

test('a name is cut where the database keeps no more, and no letter is left in half', () => {
  const named = (Name: string) =>
    toContact(contactsSchema.parse({ Contacts: [{ ContactID: 'c', Name }] }).Contacts[0]!).name
  expect(named('a'.repeat(5_000))).toBe('a'.repeat(500))
  expect(named(`${'a'.repeat(499)}😀`)).toBe(`${'a'.repeat(499)}\uFFFD`)
})

const document = { InvoiceID: crypto.randomUUID(), Type: 'ACCREC', Status: 'PAID' }

test.each([
  ['  ', undefined],
  ['', undefined],
  ['\u00a0\t', undefined],
  [null, undefined],
  [' Jane Green ', 'Jane Green'],
])('a contact called %j is read as %j', (typed, read) => {
  const Contact = { ContactID: 'c', Name: typed, FirstName: typed }
  const contact = { name: read, firstName: read }
  expect(toContact(contactsSchema.parse({ Contacts: [Contact] }).Contacts[0]!)).toMatchObject(contact)
  expect(readInvoice({ ...document, Contact })).toMatchObject({ contactName: read, contact })
  expect(readInvoices([{ ...document, Contact }]).items).toMatchObject([{ contactName: read }])
})
