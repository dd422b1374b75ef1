import { expect, test } from 'vitest'
import { exclusionOf } from './exclusion-rules.ts'

const words = ['Strata', 'body corporate', 'Māori Trust', '&']

test.each([
  ['Strata Plan 4411', true],
  ['THE STRATA-MANAGERS', true],
  ['Stratagem Consulting', false],
  ['Body  Corporate, 12 High St', true],
  ['Corporate Body', false],
  ['Maori Trust', true],
  ['Smith & Sons', false],
  ['', false],
  [undefined, false],
])('%s is excluded by its words: %s', (name, isExcluded) => {
  const exclusion = exclusionOf({ contactId: 'a', name }, { contacts: [], words })
  expect(exclusion).toBe(isExcluded ? 'excluded_word' : undefined)
})

test('a contact on the list is excluded whatever the name, and no other', () => {
  const excluded = { contacts: ['a'], words: [] }
  expect(exclusionOf({ contactId: 'a', name: undefined }, excluded)).toBe('excluded_contact')
  expect(exclusionOf({ contactId: 'b', name: 'Jane' }, excluded)).toBeUndefined()
  expect(exclusionOf({ contactId: undefined, name: 'Jane' }, excluded)).toBeUndefined()
})
