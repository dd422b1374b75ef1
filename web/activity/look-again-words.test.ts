import { expect, test, vi } from 'vitest'
import { lookInWords, type Look } from './look-again-words.ts'

vi.mock('../lib/site.ts', () => ({ site: { isSandbox: false, currency: 'AUD' } }))

const ENDED: Look = { of: 4, looked: 4, askable: 0, left: 0, unread: 0, before: 0, state: 'ended' }

test.each<[Partial<Look>, string]>([
  [{ state: 'under-way', of: 90, looked: 40 }, 'Looking in Xero: 40 of 90.'],
  [{ askable: 4 }, '4 of 4 can be asked now.'],
  [{ askable: 2, left: 2 }, '2 of 4 can be asked now. 2 still need a number in Xero.'],
  [{ askable: 3, left: 1 }, '3 of 4 can be asked now. 1 still needs a number in Xero.'],
  [
    { askable: 1, left: 2 },
    '1 of 4 can be asked now. 1 customer will be asked about the next invoice. 2 still need a number in Xero.',
  ],
  [
    { askable: 2, left: 1, before: 1 },
    '2 of 4 can be asked now. 1 was mended already. 1 still needs a number in Xero.',
  ],
  [{ before: 4 }, '4 were mended already.'],
  [{ left: 4 }, 'Nothing has changed in Xero for these 4 yet.'],
  [{ of: 1, looked: 1, left: 1 }, 'Nothing has changed in Xero for it yet.'],
  [{ of: 1, looked: 1, left: 1, unread: 1 }, '1 could not be read in Xero just now. Try again in a minute.'],
  [{ left: 4, unread: 4 }, '4 could not be read in Xero just now. Try again in a minute.'],
  [
    { askable: 2, left: 2, unread: 1 },
    '2 of 4 can be asked now. 1 still needs a number in Xero. ' +
      '1 could not be read in Xero just now. Try again in a minute.',
  ],
  [
    { askable: 3, left: 1, unread: 1 },
    '3 of 4 can be asked now. 1 could not be read in Xero just now. Try again in a minute.',
  ],
  [
    { left: 4, unread: 1 },
    '0 of 4 can be asked now. 3 still need a number in Xero. ' +
      '1 could not be read in Xero just now. Try again in a minute.',
  ],
  [{ state: 'stopped', looked: 0 }, ''],
  [
    { state: 'stopped', of: 90, looked: 40, askable: 10, left: 30 },
    '40 of 90 were looked at. 10 of 40 can be asked now. 30 still need a number in Xero.',
  ],
  [
    { state: 'stopped', of: 90, looked: 40, askable: 10, left: 30, unread: 2 },
    '40 of 90 were looked at. 10 of 40 can be asked now. 28 still need a number in Xero. ' +
      '2 could not be read in Xero just now.',
  ],
])('%j: %s', (look, words) => {
  expect(lookInWords({ ...ENDED, ...look })).toBe(words)
})
