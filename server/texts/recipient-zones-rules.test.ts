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
  ['an area code', '+12125551234', 'US', 'America/Los_Angeles', ['America/New_York']],
  ['an area code of Canada', '+16045551234', 'CA', 'America/Toronto', ['America/Vancouver']],
  ['an area in two zones', '+17755551234', 'US', SYDNEY, ['America/Boise', 'America/Los_Angeles']],
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
