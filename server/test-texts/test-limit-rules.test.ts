import { expect, test } from 'vitest'
import { MINUTE_MS } from '../platform/dates.ts'
import { roomFrom, TEST_PACES, tooManyCodes, tooManyTests } from './test-limit-rules.ts'

const now = new Date('2026-11-20T02:00:00Z')
const minutesAgo = (...minutes: number[]) => minutes.map((one) => new Date(now.getTime() - one * MINUTE_MS))

test.each<[string, number[], number | undefined]>([
  ['none yet', [], undefined],
  ['four in this hour', [1, 2, 3, 4], undefined],
  ['five in this hour', [1, 2, 3, 4, 20], 40],
  ['five, the oldest an hour ago', [1, 2, 3, 4, 60], undefined],
  ['twenty in a day, five of them just now', [1, 2, 3, 4, 5, ...Array<number>(15).fill(1000)], 440],
])('with %s there is room when it is said', (_, past, waitMinutes) => {
  const from = roomFrom(minutesAgo(...past), TEST_PACES, now)
  expect(from && (from.getTime() - now.getTime()) / MINUTE_MS).toBe(waitMinutes)
})

test.each([
  [1, 'in a minute'],
  [60_000, 'in a minute'],
  [60_001, 'from 1:02 pm (Sydney time)'],
])('where the next may come in %i ms, the refusal says that it can %s', (ms, when) => {
  const from = new Date(now.getTime() + ms)
  const codes = tooManyCodes(from, now, 'Australia/Sydney')
  expect(codes.message).toContain(when)
  expect(codes.message.includes('enough')).toBe(ms > MINUTE_MS)
  expect(codes.details).toEqual({ retryAfterSeconds: Math.ceil(ms / 1000) })
  const tests = tooManyTests(from, now, 'Australia/Sydney')
  expect(tests.message).toBe(`That was enough tests for now. You can send the next one ${when}.`)
})
