import { expect, test, vi } from 'vitest'
import { availableWords, buysWords } from './top-up-amounts.ts'

// What the server writes into the page, of which there is none here.
vi.mock('../lib/site.ts', () => ({ site: { currency: 'AUD', isSandbox: false } }))

const average = { averageTextPrice: 0.09, guessedFor: null }

test('funds below zero are said to be owed, and by what they are paid', () => {
  expect(availableWords(12.5)).toBe('$12.50 available for texts.')
  expect(availableWords(0)).toBe('$0.00 available for texts.')
  expect(availableWords(-0.27)).toBe(
    'You owe $0.27. A payment went back to you after part of it was spent. Your next top-up pays it first.',
  )
})

test('a top-up buys what is left of it after what is owed', () => {
  expect(buysWords(50, average, 3)).toBe('About 555 texts, at $0.09 each on average.')
  expect(buysWords(50, average, -0.27)).toBe(
    'About 552 texts, at $0.09 each on average, after the $0.27 that you owe.',
  )
  expect(buysWords(50, { ...average, guessedFor: 'AU' }, -0.27)).toBe(
    'About 552 texts to mobiles in Australia, at $0.09 each for a text of usual length, after the $0.27 that you owe.',
  )
  expect(buysWords(20, average, -20)).toBe('It pays the $20.00 that you owe, and buys no text yet.')
  expect(buysWords(20, average, -23.5)).toBe(
    'It pays $20.00 of the $23.50 that you owe, and buys no text yet.',
  )
  expect(buysWords(20, average, -19.95)).toBe('It pays the $19.95 that you owe, and buys no text yet.')
})
