import { expect, test } from 'vitest'
import { longestStandStill } from './stand-still.ts'

const SECOND = 1_000
const webhook = (count: number, ackedSecond: number, tenantId = 'one') => ({
  count,
  tenantId,
  paidAt: ackedSecond * SECOND,
  ackedAt: ackedSecond * SECOND,
})
const texts = (...pairs: [count: number, second: number][]) =>
  new Map(pairs.map(([count, second]) => [count, second * SECOND]))
const scope = { from: 0, until: 100 * SECOND, looksAt: new Set<number>() }

test('an organisation stands still from a webhook to its text', () => {
  expect(longestStandStill([webhook(1, 10)], texts([1, 13]), scope)).toBe(3 * SECOND)
})

test('a text of the same organisation is progress, one of another is not', () => {
  const delivered = [webhook(1, 10), webhook(2, 10), webhook(3, 10, 'other')]
  expect(longestStandStill(delivered, texts([1, 14], [2, 12], [3, 10]), scope)).toBe(2 * SECOND)
  expect(longestStandStill(delivered, texts([1, 14], [2, 20], [3, 12]), scope)).toBe(6 * SECOND)
})

test('a text that never goes stands still until the end', () => {
  expect(longestStandStill([webhook(1, 10)], texts(), scope)).toBe(90 * SECOND)
})

test('a text that the gateway has to be asked for does not make its organisation stand still', () => {
  expect(longestStandStill([webhook(1, 10)], texts([1, 70]), { ...scope, looksAt: new Set([1]) })).toBe(0)
})

test('what was acknowledged before a time that does not count waits from its end', () => {
  expect(longestStandStill([webhook(1, 10)], texts([1, 45]), { ...scope, from: 40 * SECOND })).toBe(
    5 * SECOND,
  )
})

test('a text that goes before its webhook is acknowledged did not wait', () => {
  expect(longestStandStill([webhook(1, 10)], texts([1, 9]), scope)).toBe(0)
})
