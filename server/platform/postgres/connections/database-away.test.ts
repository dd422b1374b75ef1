import { expect, test } from 'vitest'
import { VendorFailure } from '../../errors.ts'
import { hasLostConnection, isDatabaseAtFault, isDatabaseAway } from './database-away.ts'

test('a vendor whose connection was lost is not taken for the database', () => {
  const lost = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
  const ofVendor = new VendorFailure('xero', 'retry-later', 'ECONNRESET', 'No answer', { cause: lost })
  expect([lost, ofVendor].map(hasLostConnection)).toEqual([true, false])
  expect(isDatabaseAway(ofVendor)).toBe(false)
})

test('a server whose socket is not there yet is away, and another missing file is not its fault', () => {
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT' })
  expect(isDatabaseAway(Object.assign(new Error('no socket'), { code: 'ENOENT', syscall: 'connect' }))).toBe(
    true,
  )
  expect(isDatabaseAway(Object.assign(missing, { syscall: 'open' }))).toBe(false)
})

test.each<[what: string, code: string, isLost: boolean, isAtFault: boolean, isAway: boolean]>([
  ['a server that goes down', '57P01', true, true, true],
  ['a full disk', '53100', false, true, true],
  ['a statement that took too long', '57014', false, false, true],
  ['a row that breaks a rule', '23514', false, false, false],
])('%s', (_what, code, isLost, isAtFault, isAway) => {
  const cause = Object.assign(new Error('no'), { code })
  expect([hasLostConnection(cause), isDatabaseAtFault(cause), isDatabaseAway(cause)]).toEqual([
    isLost,
    isAtFault,
    isAway,
  ])
})
