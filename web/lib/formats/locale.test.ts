import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { weekStart } from '../../review-requests/calendar/week-start.ts'
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

const WEB = join(import.meta.dirname, '../..')
// What `Intl` may be given: what this file's subject has read, or a language that is written down.
const ASKED = /(?:\bnew Intl\.\w+|\.toLocale\w+|\.localeCompare)\(\s*([^,)\s]*)/g
const SAFE = /^(locale|language|tag|'[a-z]{2}(-[A-Z]{2})?'|\['en'\])$/

test('no screen hands Intl what the browser says, unread', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: WEB }).filter((file) => !file.includes('.test.'))
  const asked = sources.flatMap((file) => {
    const text = readFileSync(join(WEB, file), 'utf8')
    const calls = [...text.matchAll(ASKED)].map(([, first]) => ({ file, first: first! }))
    return /navigator\.language/.test(text) && file !== 'lib/formats/locale.ts'
      ? [...calls, { file, first: 'navigator' }]
      : calls
  })
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.filter(({ first }) => !SAFE.test(first))).toEqual([])
})
