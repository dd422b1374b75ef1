import { expect, test } from 'vitest'
import { recipientZones } from './recipient-zones-rules.ts'

const SYDNEY = 'Australia/Sydney'

test.each([
  [
    'a mobile of the organisation’s own country',
    '+61491570006',
    'AU',
    'Australia/Perth',
    ['Australia/Perth'],
  ],
  ['the same under another name of the zone', '+61491570006', 'AU', 'Australia/ACT', ['Australia/ACT']],
  ['a country of one zone', '+447400123456', 'GB', SYDNEY, ['Europe/London']],
  ['an area code, from abroad', '+12125551234', 'US', SYDNEY, ['America/New_York']],
  ['an area code, from over the border', '+12125551234', 'US', 'America/Vancouver', ['America/New_York']],
  ['an area code of where the organisation works', '+12125551234', 'US', 'US/Eastern', ['America/New_York']],
  [
    'an area code elsewhere in the organisation’s country: there, or where it works',
    '+12125551234',
    'US',
    'America/Los_Angeles',
    ['America/New_York', 'America/Los_Angeles'],
  ],
  ['the same in Canada', '+16045551234', 'CA', 'America/Toronto', ['America/Vancouver', 'America/Toronto']],
  [
    'an area in several zones',
    '+17755551234',
    'US',
    SYDNEY,
    ['America/Boise', 'America/Denver', 'America/Los_Angeles'],
  ],
  ['Gary, Indiana', '+12199365550', 'US', 'America/New_York', ['America/Chicago', 'America/New_York']],
  ['Chattanooga', '+14237565550', 'US', 'America/Chicago', ['America/Chicago', 'America/New_York']],
  ['Cranbrook', '+12504265550', 'CA', 'America/Vancouver', ['America/Edmonton', 'America/Vancouver']],
  [
    'a younger code of the same places',
    '+17785551234',
    'CA',
    SYDNEY,
    ['America/Edmonton', 'America/Vancouver'],
  ],
  ['an area code that nobody has, at home', '+19995551234', 'US', 'America/Denver', ['America/Denver']],
  ['a country that is not known', '+35312', 'XX', SYDNEY, [SYDNEY]],
])('%s', (_what, phone, country, organisation, zones) => {
  expect(recipientZones({ phone, country }, organisation)).toEqual(zones)
})

test('a mobile of a wide country, from abroad, may be in any of its zones', () => {
  const zones = recipientZones({ phone: '+61491570006', country: 'AU' }, 'Europe/London')
  expect(zones).toEqual(expect.arrayContaining(['Australia/Perth', SYDNEY, 'Australia/Brisbane']))
  expect(zones.every((zone) => zone.startsWith('Australia/'))).toBe(true)
})
