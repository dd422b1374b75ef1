import { expect, test } from 'vitest'
import { clockThere, clockWords, type CustomersClock } from './customers-clock-rules.ts'

const PERTH = 'Australia/Perth'
const priya: CustomersClock = {
  phone: '+447400123456',
  country: 'GB',
  name: 'Priya',
  organisationZone: PERTH,
  sendingFrom: 480,
  sendingUntil: 1200,
  turnAt: null,
}
/** Monday, 22:14 in London and 6:14 on Tuesday in Perth. */
const NIGHT = '2026-11-23T22:14:00Z'
const MORNING = '2026-11-24T08:00:00Z'
const sam = { ...priya, name: 'Sam', phone: '+61491570156', country: 'AU' }
const chloe = { ...priya, name: 'Chloé', phone: '+33612345678', country: 'FR', sendingFrom: null }
const told = (clock: CustomersClock | null, now: string, dueAt: string) =>
  clockWords({ clock, dueAt: new Date(dueAt) }, { now: new Date(now), timeZone: PERTH })

test.each<[string, CustomersClock | null, string, string, string | undefined]>([
  [
    'abroad at night',
    priya,
    NIGHT,
    MORNING,
    'It is 10:14 pm where Priya is. Goes out at 8:00 am there, 4:00 pm today your time.',
  ],
  [
    'abroad by day, for the next morning',
    priya,
    '2026-11-23T14:00:00Z',
    MORNING,
    'Goes out at 8:00 am where Priya is, 4:00 pm tomorrow your time.',
  ],
  [
    'in France on a Sunday',
    { ...chloe, sendingUntil: null },
    '2026-11-22T12:10:00Z',
    '2026-11-23T07:00:00Z',
    'It is Sunday, 1:10 pm, where Chloé is. Goes out at 8:00 am there, 3:00 pm tomorrow your time.',
  ],
  [
    'in a country with several time zones',
    { ...priya, country: 'BR', phone: '+5511961234567' },
    NIGHT,
    '2026-11-24T13:00:00Z',
    'Priya may be in one of several time zones. Goes out at 9:00 pm today your time, when it is a decent hour in each of them.',
  ],
  [
    'without a name, in one of several time zones',
    { ...priya, name: null, country: 'BR', phone: '+5511961234567' },
    NIGHT,
    '2026-11-24T13:00:00Z',
    'This customer may be in one of several time zones. Goes out at 9:00 pm today your time, when it is a decent hour in each of them.',
  ],
  [
    'without a name',
    { ...priya, name: ' ' },
    NIGHT,
    MORNING,
    'It is 10:14 pm where this customer is. Goes out at 8:00 am there, 4:00 pm today your time.',
  ],
  [
    'whose turn has come at night',
    { ...priya, turnAt: '2026-11-23T22:00:00Z' },
    NIGHT,
    MORNING,
    'It is 10:14 pm where Priya is. Goes out at 8:00 am there, 4:00 pm today your time.',
  ],
  ['whose turn is to come', { ...priya, turnAt: '2026-11-24T01:00:00Z' }, NIGHT, MORNING, undefined],
  ['by whose clock nothing begins then', priya, NIGHT, '2026-11-24T09:30:00Z', undefined],
  ['that is due', priya, MORNING, MORNING, undefined],
  ['at home', sam, '2026-11-23T14:00:00Z', '2026-11-24T00:00:00Z', undefined],
  ['that does not wait for its hour', null, NIGHT, MORNING, undefined],
])('a text to a customer %s', (_whose, clock, now, dueAt, words) => {
  expect(told(clock, now, dueAt)).toBe(words)
})

test('a step of its way has the time at its customer, where that is known and another', () => {
  const there = (clock: CustomersClock | null) => clockThere({ clock, dueAt: new Date(MORNING) }, PERTH)
  expect([priya, sam, { ...priya, country: 'BR', phone: '+5511961234567' }, null].map(there)).toEqual([
    '8:00 am where Priya is',
    undefined,
    undefined,
    undefined,
  ])
})
