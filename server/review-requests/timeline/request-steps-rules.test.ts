import { expect, test } from 'vitest'
import { requestCost, requestSteps, type RequestFacts } from './request-steps-rules.ts'

const minute = (n: number): Date => new Date(Date.UTC(2026, 10, 20, 0, n))
const NOTHING: RequestFacts = {
  state: 'delivered',
  stateReason: null,
  decidedAt: minute(0),
  foundBy: 'webhook',
  meantAt: minute(0),
  dueAt: minute(0),
  waitingSince: null,
  heldAt: null,
  sentAt: null,
  deliveredAt: null,
  failedAt: null,
  openedAt: null,
  openCount: 0,
  attempts: [],
  optOutSource: null,
  optedOutAt: null,
}
const told = (facts: Partial<RequestFacts>): string[] =>
  requestSteps({ ...NOTHING, ...facts }).map(({ at, what }) => `${at ? at.getUTCMinutes() : '–'} ${what}`)
const attempt = (state: 'accepted' | 'absent' | 'rejected', at: number) => ({
  state,
  claimedAt: minute(at),
  priceCents: 9,
})

test('a text that arrived, was opened twice and answered with STOP is told in order', () => {
  expect(
    told({
      meantAt: minute(11),
      dueAt: minute(11),
      sentAt: minute(12),
      deliveredAt: minute(13),
      openedAt: minute(20),
      openCount: 2,
      attempts: [attempt('accepted', 12)],
      optOutSource: 'stop',
      optedOutAt: minute(25),
    }),
  ).toEqual([
    '0 Xero reported the paid invoice.',
    '11 Planned for this time.',
    '12 Sent.',
    '13 Arrived on the phone.',
    '20 The customer opened the link, for the first of 2 times.',
    '25 The customer replied STOP.',
  ])
})

test.each<[string, Partial<RequestFacts>, string[]]>([
  [
    'waits for funds',
    { state: 'waiting_for_funds', waitingSince: minute(1) },
    ['0 Xero reported the paid invoice.', '1 The funds did not cover it.'],
  ],
  [
    'was put off',
    { state: 'scheduled', dueAt: minute(30), foundBy: 'sweep' },
    ['0 The paid invoice was found in Xero.', '30 Put off until this time.'],
  ],
  [
    'was tried twice',
    {
      state: 'failed',
      failedAt: minute(9),
      sentAt: minute(7),
      attempts: [attempt('absent', 1), attempt('accepted', 7)],
    },
    [
      '0 Xero reported the paid invoice.',
      '1 Tried, and not found at the phone network.',
      '7 Sent.',
      '9 Could not be delivered.',
    ],
  ],
  [
    'was cancelled',
    { state: 'cancelled', stateReason: 'automation_off' },
    ['0 Xero reported the paid invoice.', '– Cancelled: Review requests were switched off.'],
  ],
])('a text that %s is told so', (_what, facts, steps) => {
  expect(told(facts)).toEqual(steps)
})

test('a text costs what the gateway took, and nothing before or where it did not', () => {
  const costs = (facts: Partial<RequestFacts>) => requestCost({ ...NOTHING, ...facts })
  expect(costs({ attempts: [attempt('absent', 1), attempt('accepted', 7)] })).toBe(9)
  expect(costs({ state: 'failed', attempts: [attempt('rejected', 1)] })).toBe(0)
  expect(costs({ state: 'scheduled' })).toBe(0)
  expect(costs({ state: 'unknown', attempts: [attempt('absent', 1)] })).toBeUndefined()
})
