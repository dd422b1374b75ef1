import { expect, test } from 'vitest'
import { contactsSchema, toContact } from './xero-schemas.ts'

test('a name is cut where the database keeps no more, and no letter is left in half', () => {
  const named = (Name: string) =>
    toContact(contactsSchema.parse({ Contacts: [{ ContactID: 'c', Name }] }).Contacts[0]!).name
  expect(named('a'.repeat(5_000))).toBe('a'.repeat(500))
  expect(named(`${'a'.repeat(499)}😀`)).toBe(`${'a'.repeat(499)}\uFFFD`)
})
