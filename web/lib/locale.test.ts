import { expect, test } from 'vitest'
import { weekStart } from '../review-requests/calendar/week-start.ts'
import { readLanguages } from './locale.ts'

test.each([
  ['en-US@posix', ['en-US']],
  ['en_GB.UTF-8', ['en-GB']],
  ['en-US-u-va-posix', ['en-US']],
  ['zh-Hant-TW', ['zh-Hant-TW']],
  ['de', ['de']],
  ['und', []],
  ['C', []],
  ['*', []],
  ['', []],
  [undefined, []],
])('a browser that names its language %s is read as %j', (named, languages) => {
  expect(readLanguages([named])).toEqual(languages)
  for (const language of languages) {
    expect(() => new Intl.NumberFormat(language)).not.toThrow()
    expect([0, 1, 6]).toContain(weekStart(language))
  }
})
