import { expect, test, vi } from 'vitest'
import type { ReviewRequestSummary } from '../../contracts/review-requests.ts'
import { kindsInWords, plannedInWords, requestsInWords } from './count-words.ts'

vi.mock('../lib/site.ts', () => ({ site: { isSandbox: false, currency: 'AUD' } }))

const of = (...states: string[]) => states.map((state) => ({ state }))

test.each([
  [of('sent'), '1 sent', '1 request: 1 sent'],
  [of('sent', 'delivered', 'sent'), '3 sent', '3 requests: 3 sent'],
  [
    of('held', 'sent', 'cancelled', 'expired', 'failed', 'scheduled'),
    '1 sent, 1 failed, 1 pending, 1 held, 2 not sent',
    '6 requests: 1 sent, 1 failed, 1 pending, 1 held, 2 not sent',
  ],
  [of('queued'), '1 pending', '1 request: 1 pending'],
])('%j', (texts, kinds, requests) => {
  expect(kindsInWords(texts)).toBe(kinds)
  expect(requestsInWords(texts)).toBe(requests)
})

test.each([
  [[33, 29, 2, 2], 'Of 33 texts this month: 29 sent, 2 failed and 2 that you held or cancelled.'],
  [[40, 29, 0, 2], 'Of 40 texts this month: 29 sent, 9 pending and 2 that you held or cancelled.'],
  [[1, 0, 0, 1], 'Of 1 text this month: 1 that you held or cancelled.'],
])('planned, sent, failed and held %j add up: %s', ([planned, sent, failed, held], words) => {
  const summary = {
    plannedThisMonth: planned,
    sentThisMonth: sent,
    failedThisMonth: failed,
    heldBackThisMonth: held,
  } as ReviewRequestSummary
  expect(plannedInWords(summary)).toBe(words)
})
