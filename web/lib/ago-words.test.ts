import { expect, test, vi } from 'vitest'
import { agoInWords } from './ago-words.ts'
import { dateAlone } from './words.ts'

vi.mock('./site.ts', () => ({ site: { isSandbox: false, currency: 'AUD' } }))

// A Wednesday, 09:00 in Perth.
const NOW = Date.parse('2026-11-25T01:00:00Z')

test.each([
  ['2026-11-25T00:59:40Z', 'just now'],
  ['2026-11-25T00:56:00Z', '4 minutes ago'],
  ['2026-11-24T15:00:00Z', '10 hours ago'],
  ['2026-11-24T02:00:00Z', '23 hours ago'],
  ['2026-11-24T00:00:00Z', 'yesterday'],
  ['2026-11-23T16:00:00Z', 'yesterday'],
  ['2026-11-23T02:00:00Z', '2 days ago'],
  ['2026-11-22T15:00:00Z', '3 days ago'],
  ['2026-11-10T16:00:00Z', '14 days ago'],
])('at nine on Wednesday in Perth, %s is %s', (instant, words) => {
  expect(agoInWords(instant, NOW, 'Australia/Perth')).toBe(words)
})

test('what is longer ago has the date that it was in the business’s zone', () => {
  const late = '2026-11-09T16:30:00Z'
  expect(agoInWords(late, NOW, 'Australia/Perth')).toBe(`on ${dateAlone('2026-11-10')}`)
  expect(agoInWords(late, NOW, 'America/New_York')).toBe(`on ${dateAlone('2026-11-09')}`)
})

test('a day that the clocks make longer is not yesterday before it is over', () => {
  const lastHour = Date.parse('2026-04-05T11:30:00Z')
  expect(agoInWords('2026-04-04T11:15:00Z', lastHour, 'Pacific/Auckland')).toBe('24 hours ago')
})
