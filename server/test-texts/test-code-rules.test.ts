import { expect, test } from 'vitest'
import { countSegments, isGsm } from '../texts/gsm-rules.ts'
import { codeText, newCode } from './test-code-rules.ts'

test.each([
  [true, /Reply STOP to opt out$/],
  [false, /ignore this text\.$/],
])('the text of a code is one segment that begins with the code (two-way: %s)', (isTwoWay, end) => {
  const text = codeText('004217', isTwoWay)
  expect([isGsm(text), countSegments(text)]).toEqual([true, 1])
  expect(text).toMatch(/^004217 is your Goodword code/)
  expect(text).toMatch(end)
})

test('a code has six digits, whatever the number', () => {
  expect([0, 42, 999_999].map((number) => newCode(() => number))).toEqual(['000000', '000042', '999999'])
})
