import { expect, test } from 'vitest'
import { isTimeZone } from '../../../test/support/time-zones.ts'
import { timeZoneOf } from './xero-time-zones.ts'

test.each([
  ['AUSEASTERNSTANDARDTIME', 'AU', 'Australia/Sydney'],
  ['EAUSTRALIASTANDARDTIME', 'AU', 'Australia/Brisbane'],
  ['CENAUSTRALIASTANDARDTIME', 'AU', 'Australia/Adelaide'],
  ['WAUSTRALIASTANDARDTIME', 'AU', 'Australia/Perth'],
  ['TASMANIASTANDARDTIME', 'AU', 'Australia/Hobart'],
  ['NEWZEALANDSTANDARDTIME', 'NZ', 'Pacific/Auckland'],
  ['GMTSTANDARDTIME', 'GB', 'Europe/London'],
  ['GMTSTANDARDTIME', 'IE', 'Europe/Dublin'],
  ['EASTERNSTANDARDTIME', 'US', 'America/New_York'],
  ['EASTERNSTANDARDTIME', 'CA', 'America/Toronto'],
  ['PACIFICSTANDARDTIME', undefined, 'America/Los_Angeles'],
  ['CENTRALSTANDARDTIME(MEXICO)', 'MX', 'America/Mexico_City'],
  ['AUSEASTERNSTANDARDTIME', 'FR', 'Australia/Sydney'],
  ['MIDEARTHSTANDARDTIME', 'NZ', 'Pacific/Auckland'],
  [undefined, 'GB', 'Europe/London'],
])('%s in %s is %s', async (name, country, zone) => {
  const found = await timeZoneOf(name, country)
  expect(found).toBe(zone)
  expect(isTimeZone(found!)).toBe(true)
})

test('an unknown zone is not guessed', async () => {
  expect(await timeZoneOf('MIDEARTHSTANDARDTIME', 'XX')).toBeUndefined()
  expect(await timeZoneOf(undefined, undefined)).toBeUndefined()
})
