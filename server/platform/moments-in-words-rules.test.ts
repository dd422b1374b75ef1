import { expect, test } from 'vitest'
import { fromWhen, timeAndDay } from './moments-in-words-rules.ts'

const now = new Date('2026-11-20T02:00:00Z')

test.each([
  ['2026-11-20T02:30:00Z', '1:30 pm'],
  ['2026-11-20T02:30:01Z', '1:31 pm'],
  ['2026-11-20T12:59:59.999Z', '12:00 am tomorrow'],
  ['2026-11-20T21:00:00Z', '8:00 am tomorrow'],
])('%s is said by the clock of the business', (moment, words) => {
  expect(fromWhen(new Date(moment), now, 'Australia/Sydney')).toBe(`${words} (Sydney time)`)
})

test.each([
  ['2026-11-20T06:00:00Z', '5:00 pm today'],
  ['2026-11-21T06:00:00Z', '5:00 pm tomorrow'],
  ['2026-11-26T06:05:00Z', '5:05 pm on Thursday'],
  ['2026-11-27T06:00:00Z', '5:00 pm on 27 Nov'],
  ['2026-11-19T06:00:00Z', '5:00 pm on 19 Nov'],
])('%s is %s', (moment, words) => {
  const here = { today: '2026-11-20', timeZone: 'Australia/Sydney' }
  expect(timeAndDay(new Date(moment), here)).toBe(words)
})
