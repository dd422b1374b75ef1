import { expect, test, vi } from 'vitest'
import { fundsWords, offWords, skippedWords, turnWords } from './banner-words.ts'

// What the server writes into the page, of which there is none here.
vi.mock('../../lib/site.ts', () => ({ site: { currency: 'AUD', isSandbox: false } }))

test.each([
  [0, 'Review requests are switched off, so no customer is texted.'],
  [1, 'Review requests are switched off, so no customer is texted. 1 text is waiting and will not be sent.'],
  [
    12,
    'Review requests are switched off, so no customer is texted. 12 texts are waiting and will not be sent.',
  ],
])('with %i texts that wait, the banner of a switch that is off says so', (waiting, words) => {
  expect(offWords(waiting)).toBe(words)
})

test('a warning of funds promises no texts that wait while review requests are off', () => {
  for (const kind of ['empty', 'unfunded'] as const) {
    expect(fundsWords({ kind }, false)).toMatch(/texts wait/i)
    expect(fundsWords({ kind }, true)).not.toContain('wait')
  }
  expect(fundsWords({ kind: 'low', daysLeft: 3 }, false)).toBe(
    'About 3 days of texts left at your current pace.',
  )
})

test('texts that wait for more than is left are counted, and not said to have no funds', () => {
  expect(fundsWords({ kind: 'short', texts: 2 }, false)).toBe(
    '2 texts wait for funds: what is left does not cover the next one. After 7 days without funds a text is not sent any more.',
  )
  expect(fundsWords({ kind: 'short', texts: 2 }, true)).toBe('Your funds do not cover a text.')
})

test('funds below zero are said to be owed, and what brings texts on their way again', () => {
  expect(fundsWords({ kind: 'owed', owed: 4.5 }, false)).toBe(
    'You owe $4.50: a payment went back to you after part of it was spent. Texts wait until you add more than that, for up to 7 days.',
  )
  expect(fundsWords({ kind: 'owed', owed: 4.5 }, true)).toBe(
    'You owe $4.50: a payment went back to you after part of it was spent.',
  )
  expect(fundsWords({ kind: 'waiting', texts: 1, owed: 4.5 }, false)).toBe(
    '1 text waits for funds, and you owe $4.50. After 7 days without funds a text is not sent any more.',
  )
})

test('while a payment is on its way no more is asked for, and what lapses without it is said', () => {
  const coming = '$50.00 is on its way: your funds have it once the bank confirms it.'
  for (const kind of ['empty', 'unfunded'] as const) expect(fundsWords({ kind }, false, 50)).toBe(coming)
  expect(fundsWords({ kind: 'owed', owed: 49.99 }, false, 50)).toBe(coming)
  expect(fundsWords({ kind: 'waiting', texts: 2, owed: 0 }, false, 50)).toBe(
    `2 texts wait for funds, and you have none. After 7 days without funds a text is not sent any more. ${coming}`,
  )
})

test('a payment on its way that does not pay all that is owed hides no debt, and the rest is asked for', () => {
  const owed =
    'You owe $50.10: a payment went back to you after part of it was spent. $20.00 is on its way: your funds have it once the bank confirms it.'
  expect(fundsWords({ kind: 'owed', owed: 50.1 }, false, 20)).toBe(
    `${owed} Texts wait until you add more than the other $30.10, for up to 7 days.`,
  )
  expect(fundsWords({ kind: 'owed', owed: 50.1 }, true, 20)).toBe(owed)
})

test('texts that wait for their turn are counted, with the day on which the last of them goes', () => {
  const here = { timeZone: 'Australia/Sydney', today: '2026-11-20' }
  expect(turnWords({ count: 194, lastAt: '2026-11-24T01:00:00Z', perDay: 60, tooLate: 0 }, here)).toBe(
    '194 texts wait for their turn: so that reviews come in naturally, you ask 60 customers a day at most. The last goes on Tuesday, November 24.',
  )
  expect(turnWords({ count: 1, lastAt: '2026-11-20T01:00:00Z', perDay: 60, tooLate: 0 }, here)).toContain(
    '1 text waits for its turn: so that reviews come in naturally, you ask 60 customers a day at most. It goes today.',
  )
  const late = turnWords({ count: 300, lastAt: '2026-12-20T01:00:00Z', perDay: 10, tooLate: 160 }, here)
  expect(late).toContain('160 of them would come more than two weeks late, and will not be sent.')
  expect(skippedWords(12)).toBe('12 texts will not be sent.')
})
