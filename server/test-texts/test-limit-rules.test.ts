import { expect, test } from 'vitest'
import { MINUTE_MS } from '../platform/dates.ts'
import { roomFrom, TEST_PACES } from './test-limit-rules.ts'

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
