import { expect, test } from 'vitest'
import { cardWords, decideCharge, type ChargeVerdict } from './auto-top-up-rules.ts'

const NOW = new Date('2026-11-20T03:00:00Z')
const terms = {
  is_on: true,
  paused_reason: null,
  card_id: 'pm_1',
  threshold_cents: 1_000,
  amount_cents: 5_000,
  month_cap_cents: 20_000,
  currency: 'AUD',
}
const low = {
  isActive: true,
  currency: 'AUD',
  availableCents: 999,
  isUnderWay: false,
  chargedThisMonthCents: 0,
  lastFailedAt: null,
}

test.each<[string, object, object, ChargeVerdict]>([
  ['a cent below what she set', {}, {}, 'charge'],
  ['exactly what she set', {}, { availableCents: 1_000 }, 'enough'],
  ['nothing at all', {}, { availableCents: 0 }, 'charge'],
  ['less than nothing, after a dispute', {}, { availableCents: -1 }, 'below-zero'],
  ['switched off', { is_on: false }, {}, 'off'],
  ['paused', { paused_reason: 'declined' }, {}, 'paused'],
  ['no card yet', { card_id: null }, {}, 'no-card'],
  ['a deactivated or paused account', {}, { isActive: false }, 'inactive'],
  ['another currency than she agreed to', {}, { currency: 'NZD' }, 'currency'],
  ['a charge under way', {}, { isUnderWay: true }, 'under-way'],
  ['a cap that one more just reaches', {}, { chargedThisMonthCents: 15_000 }, 'charge'],
  ['a cap that one more would pass', {}, { chargedThisMonthCents: 15_001 }, 'cap'],
  ['an attempt that came to nothing a minute ago', {}, { lastFailedAt: new Date(+NOW - 60_000) }, 'resting'],
  ['one that came to nothing an hour ago', {}, { lastFailedAt: new Date(+NOW - 3_600_000) }, 'charge'],
])('%s: %#', (_what, more, standing, verdict) => {
  expect(decideCharge({ ...terms, ...more }, { ...low, ...standing }, NOW)).toBe(verdict)
})

test('a card is named by its brand and its last digits', () => {
  expect(cardWords('visa', '4242')).toBe('Visa ending 4242')
  expect(cardWords('cartes_bancaires', '0341')).toBe('Card ending 0341')
  expect(cardWords(null, null)).toBe('the saved card')
})
