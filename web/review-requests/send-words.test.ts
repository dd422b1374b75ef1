import { expect, test, vi } from 'vitest'
import type { ReviewRequest } from '../../contracts/review-requests.ts'
import { dayAndTimeInWords } from '../lib/words.ts'
import { goesInWords, sendsAtOnce } from './send-words.ts'

vi.mock('../lib/site.ts', () => ({ site: { isSandbox: false, currency: 'AUD' } }))

const NOW = Date.parse('2026-11-20T02:00:00Z')
const inMinutes = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString()

test.each([
  ['resume', -1, false, true],
  ['resume', 1, false, false],
  ['undo-cancel', -1, false, true],
  ['undo-cancel', 1, false, false],
  ['undo-cancel', -1, true, false],
  ['hold', -1, false, false],
  ['cancel', -1, false, false],
  ['send-now', -1, false, true],
  ['send-now', 1440, false, true],
] as const)(
  '%s of a text due in %i minutes (held when it was cancelled: %s) sends it on the spot: %s',
  (choice, minutes, undoHolds, isSent) => {
    expect(sendsAtOnce(choice, { at: inMinutes(minutes), undoHolds }, NOW)).toBe(isSent)
  },
)

test.each<[Partial<ReviewRequest>, boolean, string]>([
  [{ at: inMinutes(0) }, true, 'The text to Polly Ashford goes out now.'],
  // By a browser whose clock is behind.
  [{ at: inMinutes(0.5) }, true, 'The text to Polly Ashford goes out now.'],
  [
    { at: inMinutes(120) },
    true,
    'The text to Polly Ashford goes out as soon as your sending hours open, at 12:00 pm.',
  ],
  [{ at: inMinutes(120) }, false, 'The text to Polly Ashford goes out at 12:00 pm.'],
  [
    { at: inMinutes(1440), waitsForNo: true },
    false,
    `The text to Polly Ashford goes out on ${dayAndTimeInWords(inMinutes(1440), 'Australia/Perth')}, unless you say no.`,
  ],
  [
    { at: inMinutes(120), atWords: 'from' },
    false,
    'The text to Polly Ashford goes out in its turn, after it is due at 12:00 pm.',
  ],
  [{ state: 'held' }, true, 'The text to Polly Ashford is held again.'],
  [{ state: 'delivered' }, true, 'The text to Polly Ashford was sent.'],
  [{ atWords: 'due', detail: { what: 'It waits.' } }, false, 'Polly Ashford: It waits.'],
])('what is said of %j, its time over before: %s', (facts, wasOver, words) => {
  const request = {
    customerName: 'Polly Ashford',
    state: 'scheduled',
    at: inMinutes(0),
    atWords: 'goes out',
    waitsForNo: false,
    detail: null,
    ...facts,
  } as ReviewRequest
  expect(goesInWords({ request, timeZone: 'Australia/Perth' }, { wasOver, now: NOW, kind: 'text' })).toBe(
    words,
  )
})

test('a reminder that is brought back is called one', () => {
  const request = { customerName: 'Polly Ashford', state: 'held' } as ReviewRequest
  const words = goesInWords(
    { request, timeZone: 'Australia/Perth' },
    { wasOver: false, now: NOW, kind: 'reminder' },
  )
  expect(words).toBe('The reminder to Polly Ashford is held again.')
})
