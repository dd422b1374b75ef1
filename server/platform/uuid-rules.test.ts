import { expect, test } from 'vitest'
import { isUuid } from './uuid-rules.ts'

const ID = '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b'

test.each([
  ['of version 7', ID, true],
  ['in capitals', ID.toUpperCase(), true],
  ['of no version', '00000000-0000-0000-0000-000000000000', true],
  ['without its hyphens', ID.replaceAll('-', ''), false],
  ['with something before it', `x${ID}`, false],
  ['with a line after it', `${ID}\n`, false],
  ['with a letter beyond f', ID.replace('a', 'g'), false],
  ['empty', '', false],
])('a text %s', (_, text, expected) => {
  expect(isUuid(text)).toBe(expected)
})
