import { expect, test } from 'vitest'
import { canReceive } from './sender-rules.ts'

test.each([
  ['+61480000000', true],
  [`MG${'0'.repeat(32)}`, true],
  ['12345', true],
  ['123456', true],
  ['Goodword', false],
  ['1234', false],
  ['', false],
])('a text from %j can be answered with STOP: %s', (sender, isTwoWay) => {
  expect(canReceive(sender)).toBe(isTwoWay)
})
