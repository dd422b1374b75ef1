import { expect, test } from 'vitest'
import { VendorFailure } from '../../errors.ts'
import { DatabaseAway } from '../connections/database-away.ts'
import { isPassing } from './inbox.ts'
import { KeyMissing } from '../../seal.ts'

const vendor = (kind: VendorFailure['kind'], code: string) => new VendorFailure('xero', kind, code, 'no')
const coded = (code: string) => Object.assign(new Error('no'), { code })

test.each<[string, unknown, boolean]>([
  ['a vendor that does not answer', vendor('retry-later', 'timeout'), true],
  ['a vendor that refuses our key', vendor('rejected', 'http-401'), true],
  ['a vendor that refuses the question', vendor('rejected', 'http-400'), false],
  ['an answer of another shape', vendor('retry-later', 'unexpected-shape'), false],
  ['a lost connection', coded('ECONNRESET'), true],
  ['a connection that PostgreSQL ended', new Error('Connection terminated unexpectedly'), true],
  ['no free connection', new Error('timeout exceeded when trying to connect'), true],
  ['a connection that could not be made in time', new Error('timeout expired'), true],
  ['a database that does not answer', new Error('Query read timeout'), true],
  ['a database that is away', new DatabaseAway('Query read timeout'), true],
  ['a database that goes down', coded('57P01'), true],
  ['a database that became read-only', coded('25006'), true],
  ['a deadlock', coded('40P01'), true],
  ['a full disk', coded('53100'), true],
  ['a key that is not in our settings', new KeyMissing(), true],
  ['a text that PostgreSQL refuses', coded('22P05'), false],
  ['a rule of a table that is broken', coded('23514'), false],
  ['a fault of ours', new TypeError('x is undefined'), false],
])('%s', (_what, cause, passing) => {
  expect(isPassing(cause)).toBe(passing)
})
