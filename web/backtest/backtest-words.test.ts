import { expect, test } from 'vitest'
import { cancelWords, difference, headline, namesInWords, turnsInWords } from './backtest-words.ts'

const words = {
  counted: (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`,
  inMoney: (amount: number) => `$${amount.toFixed(2)}`,
  inNumber: String,
}

test('the headline says how many of the paid invoices, and what it costs', () => {
  expect(headline({ asked: 57, paid: 61, cost: 5.13 }, words)).toBe(
    '57 of 61 paid invoices would have led to a text, for $5.13.',
  )
  expect(headline({ asked: 0, paid: 1, cost: 0 }, words)).toBe(
    'None of 1 paid invoice would have led to a text.',
  )
})

test('what waited for its turn is said, and when the last goes', () => {
  const { inNumber } = words
  const said = (count: number, lastDay: string) =>
    turnsInWords(
      {
        inTurn: { count, perDay: 20 },
        days: [
          { day: lastDay, count: 1 },
          { day: '2026-12-01', count: 0 },
        ],
        until: '2026-11-20',
      },
      { inNumber, dayInWords: (day) => `day ${day}` },
    )
  expect(said(74, '2026-11-24')).toBe(
    '74 would have waited for their turn: at most 20 go out in 24 hours. The last would go on day 2026-11-24.',
  )
  expect(said(1, '2026-11-20')).toBe('1 would have waited for their turn: at most 20 go out in 24 hours.')
  expect(said(0, '2026-11-21')).toBe('The last would go on day 2026-11-21.')
  expect(said(0, '2026-11-20')).toBe('')
})

test.each([
  [57, 61, 'It would have left out 4 of 61. It would have asked 57 instead of 61.'],
  [61, 57, 'It would have asked 61 instead of 57.'],
  [57, 57, 'It would have asked 57 either way.'],
  [57, null, 'It would have asked 57 either way.'],
  [0, 0, 'It would have asked nobody either way.'],
])('a draft that asks %i where what is saved asks %s', (asked, askedAsSaved, said) => {
  expect(difference({ asked, paid: 61, askedAsSaved }, words)).toBe(said)
})

test.each([
  [null, ''],
  [0, ''],
  [1, 'It would cancel 1 text that waits now.'],
  [3, 'It would cancel 3 texts that wait now.'],
])('of a draft that would cancel %s: %j', (wouldCancel, said) => {
  expect(cancelWords({ wouldCancel }, words)).toBe(said)
})

test.each([
  [['Betty'], 1, 'Betty'],
  [['Betty', 'Walter'], 2, 'Betty and Walter'],
  [['Betty', 'Walter', 'Ruth'], 9, 'Betty, Walter, Ruth and 6 more'],
  [[], 2, ''],
])('%j of %i are named', (names, count, said) => {
  expect(namesInWords({ names, count }, words)).toBe(said)
})
