import { expect, test } from 'vitest'
import { busiestInWords } from './busiest-words.ts'

test.each([
  [[1, 3, 2], 'Most on day 1: 3.'],
  [[3, 1, 3], 'At most 3 in a day.'],
  [[0, 0], ''],
])('texts by day %j: %s', (counts, said) => {
  const days = counts.map((count, at) => ({ day: String(at), count }))
  expect(busiestInWords(days, { inNumber: String, dayInWords: (day) => `day ${day}` })).toBe(said)
})
