import { expect, test } from 'vitest'
import { settledWords } from './settled-words.ts'

test.each([
  ['resend', { texts: 1, resting: 0 }, '1 text sent once more.'],
  ['resend', { texts: 0, resting: 0 }, '0 texts sent once more.'],
  [
    'resend',
    { texts: 1, resting: 1 },
    '1 text cancelled, not sent: its customer was asked since, or will be.',
  ],
  [
    'resend',
    { texts: 5, resting: 2 },
    '3 texts sent once more. 2 texts cancelled, not sent: their customers were asked since, or will be.',
  ],
  ['fail', { texts: 2, resting: 0 }, '2 texts given up.'],
] as const)('an operator who chose to %s reads of %j what became of them', (move, answer, words) => {
  expect(settledWords(move, answer)).toBe(words)
})
