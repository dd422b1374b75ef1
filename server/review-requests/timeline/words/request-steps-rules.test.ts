import { expect, test } from 'vitest'
import type { RequestChoice } from '../../../../contracts/review-requests.ts'
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
  choices: [],
  endedAt: null,
  optOutSource: null,
  optedOutAt: null,
}
const chosen = (choice: RequestChoice, at: number) => ({ choice, chosenAt: minute(at) })
const told = (facts: Partial<RequestFacts>): string[] =>
  requestSteps({ ...NOTHING, ...facts }).map(({ at, what }) => `${at ? at.getUTCMinutes() : '–'} ${what}`)
const attempt = (state: 'accepted' | 'absent' | 'rejected', at: number) => ({
  state,
  claimedAt: minute(at),
  priceCents: 9,
})

test('what chance gave its customer in a comparison is told with the decision', () => {
  expect(told({ comparison: 'wordings b' })).toEqual([
    '0 Xero reported the paid invoice.',
    '0 You compare two messages: chance gave this customer the other one.',
  ])
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
    'waited for funds and was sent',
    {
      waitingSince: minute(1),
      dueAt: minute(30),
      sentAt: minute(30),
      attempts: [attempt('accepted', 30)],
    },
    ['0 Xero reported the paid invoice.', '1 The funds did not cover it: it waited for them.', '30 Sent.'],
  ],
  [
    'waited for funds and is due later',
    { state: 'scheduled', waitingSince: minute(1), dueAt: minute(30) },
    ['0 Xero reported the paid invoice.', '1 The funds did not cover it.', '30 Put off until this time.'],
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
    {
      state: 'cancelled',
      stateReason: 'automation_off',
      endedAt: minute(4),
      dueAt: minute(9),
      meantAt: minute(9),
    },
    [
      '0 Xero reported the paid invoice.',
      '4 Cancelled: Review requests were switched off.',
      '9 It was planned for this time.',
    ],
  ],
  [
    'was cancelled before its moment was kept',
    { state: 'cancelled', stateReason: 'automation_off' },
    ['0 Xero reported the paid invoice.', '– Cancelled: Review requests were switched off.'],
  ],
  [
    'was held before choices were kept',
    { state: 'held', heldAt: minute(3) },
    ['0 Xero reported the paid invoice.', '3 You held it back.'],
  ],
  [
    'was put off, then held',
    { state: 'held', dueAt: minute(30), heldAt: minute(3), choices: [chosen('hold', 3)] },
    ['0 Xero reported the paid invoice.', '3 You held it back.', '30 It was planned for this time.'],
  ],
  [
    'was delayed, put off, then held',
    {
      state: 'held',
      meantAt: minute(11),
      dueAt: minute(30),
      heldAt: minute(20),
      choices: [chosen('hold', 20)],
    },
    ['0 Xero reported the paid invoice.', '20 You held it back.', '30 It was planned for this time.'],
  ],
  [
    'was delayed, put off, then cancelled',
    {
      state: 'cancelled',
      stateReason: 'automation_off',
      endedAt: minute(40),
      meantAt: minute(11),
      dueAt: minute(30),
    },
    [
      '0 Xero reported the paid invoice.',
      '11 It was planned for this time.',
      '30 It was put off until this time.',
      '40 Cancelled: Review requests were switched off.',
    ],
  ],
  [
    'was held and let go twice',
    {
      state: 'held',
      heldAt: minute(5),
      choices: [chosen('hold', 3), chosen('resume', 4), chosen('hold', 5)],
    },
    ['0 Xero reported the paid invoice.', '3 You held it back.', '4 You released it.', '5 You held it back.'],
  ],
  [
    'waited for its turn and was sent now, for which the hour was full',
    { state: 'scheduled', dueAt: minute(40), choices: [chosen('send-now', 6)] },
    ['0 Xero reported the paid invoice.', '6 You had it sent now.', '40 Put off until this time.'],
  ],
  [
    'was cancelled by its owner',
    {
      state: 'cancelled',
      stateReason: 'cancelled_by_owner',
      endedAt: minute(6),
      choices: [chosen('cancel', 6)],
    },
    ['0 Xero reported the paid invoice.', '6 You decided not to send it.'],
  ],
  [
    'was not paid any more after its owner had taken a cancel back',
    {
      state: 'cancelled',
      stateReason: 'no_longer_paid',
      endedAt: minute(9),
      choices: [chosen('cancel', 6), chosen('undo-cancel', 7)],
    },
    [
      '0 Xero reported the paid invoice.',
      '6 You decided not to send it.',
      '7 You took that back.',
      '9 Cancelled: The invoice was no longer paid, so it was cancelled.',
    ],
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
