import { expect, test } from 'vitest'
import { VendorFailure } from '../../errors.ts'
import { hasLostConnection, isDatabaseAway } from './database-away.ts'

test('a vendor whose connection was lost is not taken for the database', () => {
  const lost = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
  const ofVendor = new VendorFailure('xero', 'retry-later', 'ECONNRESET', 'No answer', { cause: lost })
  expect([lost, ofVendor].map(hasLostConnection)).toEqual([true, false])
  expect(isDatabaseAway(ofVendor)).toBe(false)
})
