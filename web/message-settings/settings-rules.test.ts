import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { smsSettingsRequest } from '../../contracts/message-settings.ts'
import {
  cancelledWords,
  clockTime,
  cooldownInWords,
  delayInWords,
  hoursProblem,
  hoursToChoose,
  timesInside,
  withinHours,
  problemWhileTyping,
  withTyped,
  wordProblem,
} from './settings-rules.ts'

test.each([
  [0, '12:00 am'],
  [510, '8:30 am'],
  [720, '12:00 pm'],
  [1200, '8:00 pm'],
  [1440, 'midnight'],
])('%i minutes after midnight is %s', (minutes, words) => {
  expect(clockTime(minutes)).toBe(words)
})

test('an odd hour that is set may be kept', () => {
  expect(hoursToChoose(0, 60, 7)).toEqual([0, 7, 30, 60])
})

test('the time to go is one inside the sending hours, and follows them', () => {
  const hours = { sendingFrom: 540, sendingUntil: 660 }
  expect(timesInside(hours, 555)).toEqual([540, 555, 570, 600, 630])
  // While the second hour is not later than the first, there is no time between them.
  expect(timesInside({ sendingFrom: 1200, sendingUntil: 1200 }, 1200)).toEqual([1200])
  expect([1020, 555, 480, null].map((at) => withinHours(at, hours))).toEqual([630, 555, 540, null])
  expect(withinHours(600, { sendingFrom: 600, sendingUntil: 615 })).toBe(600)
  expect(withinHours(615, { sendingFrom: 600, sendingUntil: 615 })).toBe(600)
  expect(withinHours(1020, { sendingFrom: null, sendingUntil: null })).toBe(1020)
})

test('the second hour comes after the first', () => {
  expect(hoursProblem(540, 540)).not.toBeNull()
  expect(hoursProblem(540, 600)).toBeNull()
  expect(hoursProblem(null, null)).toBeNull()
})

test.each([
  [1260, 1380, false],
  [360, 510, false],
  [360, 540, true],
  [1200, 1440, true],
  [1230, 1440, false],
  [540, 570, false],
])('hours from minute %i to %i may be chosen: %s', (from, until, isFine) => {
  if (isFine) expect(hoursProblem(from, until)).toBeNull()
  else expect(hoursProblem(from, until)).toMatch(/at least one hour .* 8 am and 9 pm/i)
})

test('delay and cooldown are written out in words', () => {
  expect([0, 15, 60, 2880].map(delayInWords)).toEqual([
    'At once',
    'After 15 minutes',
    'After 1 hour',
    'After 2 days',
  ])
  expect([0, 1, 90].map(cooldownInWords)).toEqual([
    'For every paid invoice',
    'At most once a day',
    'At most once in 90 days',
  ])
})

test.each<[string, RegExp | null]>([
  ['', null],
  ['  ', null],
  ['x', /at least 2/],
  ['Strata', null],
  ['x'.repeat(60), null],
  ['x'.repeat(61), /at most 60 letters; this has 61/],
  ['李', /at least 2/],
  ['🚧', /letters or digits; “🚧” has none/],
  ['Strata, Council,', null],
  ['Strata, x', /at least 2 letters; “x” has 1/],
])('a word that is typed, %j, is refused and not cut', (typed, problem) => {
  if (problem === null) expect(wordProblem(typed)).toBeNull()
  else expect(wordProblem(typed)).toMatch(problem)
})

test('no word is taken where it is typed that the server refuses with all else', () => {
  const { excludedWords } = smsSettingsRequest.shape
  const typed = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 4 }),
    fc.string({ unit: 'binary', maxLength: 70 }),
  )
  fc.assert(
    fc.property(typed, (words) => {
      fc.pre(wordProblem(words) === null)
      expect(excludedWords.safeParse(withTyped([], words)).success).toBe(true)
    }),
    { examples: [['🚧'], ['李'], ['x,']] },
  )
})

test('a first letter is no mistake while it is typed', () => {
  expect(['x', 'Strata, x'].map(problemWhileTyping)).toEqual([null, null])
  expect(problemWhileTyping('x, Strata')).toMatch(/“x” has 1/)
  expect(problemWhileTyping('🚧')).toMatch(/has none/)
})

test('a word that is typed and not added is saved with the others, once', () => {
  expect(withTyped(['Strata'], ' Council ')).toEqual(['Strata', 'Council'])
  expect(withTyped(['Strata'], 'strata')).toEqual(['Strata'])
  expect(withTyped(['Strata'], '')).toEqual(['Strata'])
  expect(withTyped([], 'Strata, Council,strata')).toEqual(['Strata', 'Council'])
})

test('what a save did to texts that waited is said', () => {
  expect([0, 1, 3].map(cancelledWords)).toEqual([
    'No text that waits is cancelled by it.',
    '1 text that waited for such a customer is cancelled.',
    '3 texts that waited for such customers are cancelled.',
  ])
})
