import { expect, test } from 'vitest'
import { PROFILE_STATES } from '../../contracts/reviews.ts'
import { returnWords, STATE_WORDS } from './reviews-words.ts'

test('every state has words', () => {
  expect(Object.keys(STATE_WORDS).toSorted()).toEqual([...PROFILE_STATES].toSorted())
})

test('of the address only words of ours are shown', () => {
  expect(returnWords('connected')?.tone).toBe('ok')
  for (const foreign of [null, '', 'toString', 'Call +61 400 000 000'])
    expect(returnWords(foreign)).toBeNull()
})
