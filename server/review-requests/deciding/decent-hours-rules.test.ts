import { expect, test } from 'vitest'
import { decentClosesAfter, nextDecentMoment } from './decent-hours-rules.ts'
import { easterSunday, isFrenchHoliday } from './public-holidays-rules.ts'

const NEW_YORK = 'America/New_York'
const PARIS = 'Europe/Paris'

test.each([
  ['by day at once', 'US', NEW_YORK, '2026-11-20T10:00:07-05:00', '2026-11-20T10:00:07-05:00'],
  ['at eight at once', 'US', NEW_YORK, '2026-11-20T08:00-05:00', '2026-11-20T08:00-05:00'],
  ['before eight at eight', 'US', NEW_YORK, '2026-11-20T07:59:59-05:00', '2026-11-20T08:00-05:00'],
  ['a second before nine at once', 'US', NEW_YORK, '2026-11-20T20:59:59-05:00', '2026-11-20T20:59:59-05:00'],
  ['at nine the next morning', 'US', NEW_YORK, '2026-11-20T21:00-05:00', '2026-11-21T08:00-05:00'],
  ['over the spring change', 'US', NEW_YORK, '2026-03-07T23:00-05:00', '2026-03-08T08:00-04:00'],
  ['elsewhere the same hours', 'AU', 'Australia/Sydney', '2026-11-20T22:00+11:00', '2026-11-21T08:00+11:00'],
  ['in France from eight in the evening', 'FR', PARIS, '2026-11-19T20:00+01:00', '2026-11-20T08:00+01:00'],
  ['in France on Saturday from ten', 'FR', PARIS, '2026-11-21T08:30+01:00', '2026-11-21T10:00+01:00'],
  ['in France not on Sunday', 'FR', PARIS, '2026-11-21T19:00+01:00', '2026-11-23T08:00+01:00'],
  ['in France not on Ascension Day', 'FR', PARIS, '2026-05-14T10:00+02:00', '2026-05-15T08:00+02:00'],
  ['in France not at Christmas', 'FR', PARIS, '2026-12-24T21:00+01:00', '2026-12-26T10:00+01:00'],
])('%s', (_what, country, zone, from, expected) => {
  expect(nextDecentMoment(new Date(from), country, zone)).toEqual(new Date(expected))
})

test.each([
  ['at nine in the evening', 'US', NEW_YORK, '2026-11-20T10:00:07-05:00', '2026-11-20T21:00-05:00'],
  ['in France at eight', 'FR', PARIS, '2026-11-19T19:59+01:00', '2026-11-19T20:00+01:00'],
  ['in France on Saturday at seven', 'FR', PARIS, '2026-11-21T10:00+01:00', '2026-11-21T19:00+01:00'],
  ['at once on a day without', 'FR', PARIS, '2026-11-22T10:00+01:00', '2026-11-22T10:00+01:00'],
])('what is decent ends %s', (_what, country, zone, moment, expected) => {
  expect(decentClosesAfter(new Date(moment), country, zone)).toEqual(new Date(expected))
})

test('Easter Sunday, as almanacs have it', () => {
  const known = [
    '2000-04-23',
    '2008-03-23',
    '2011-04-24',
    '2019-04-21',
    '2024-03-31',
    '2027-03-28',
    '2038-04-25',
  ]
  expect(known.map((day) => easterSunday(Number(day.slice(0, 4))))).toEqual(known)
})

test('the eleven public holidays of France in 2026', () => {
  const days = Array.from({ length: 365 }, (_, day) =>
    new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
  )
  expect(days.filter(isFrenchHoliday)).toEqual([
    '2026-01-01',
    '2026-04-06',
    '2026-05-01',
    '2026-05-08',
    '2026-05-14',
    '2026-05-25',
    '2026-07-14',
    '2026-08-15',
    '2026-11-01',
    '2026-11-11',
    '2026-12-25',
  ])
})
