import { describe, expect, test } from 'vitest'
import { readEnv, type EnvError } from './env.ts'
import { newSigningKeys } from './sandbox-keys.ts'

const sandbox = (given: Record<string, string> = {}) =>
  readEnv({ ...newSigningKeys(), ENCRYPTION_KEYS: '00'.repeat(32), ...given })

const faultsOf = (given: Record<string, string>): string[] => {
  try {
    sandbox(given)
    return []
  } catch (cause) {
    return (cause as EnvError).faults
  }
}

describe('how long what names people is kept', () => {
  test('has defaults', () => {
    expect(sandbox()).toMatchObject({
      KEEP_CUSTOMERS_MONTHS: 24,
      KEEP_TEXTS_MONTHS: 13,
      KEEP_EVENTS_DAYS: 31,
    })
  })

  test('is less for texts where it is less for customers', () => {
    expect(sandbox({ KEEP_CUSTOMERS_MONTHS: '6' }).KEEP_TEXTS_MONTHS).toBe(6)
  })

  test.each([
    ['KEEP_CUSTOMERS_MONTHS', '2', /^KEEP_CUSTOMERS_MONTHS must be a whole number of months from 3 to 120: /],
    ['KEEP_TEXTS_MONTHS', '1', /^KEEP_TEXTS_MONTHS must be a whole number of months from 2 to 120: /],
    ['KEEP_EVENTS_DAYS', '14', /^KEEP_EVENTS_DAYS must be a whole number of days from 15 to 365: /],
    ['KEEP_CALLBACKS_DAYS', '30', /^KEEP_CALLBACKS_DAYS .* from 31 to 3650: /],
    ['KEEP_REPLIES_DAYS', '89', /^KEEP_REPLIES_DAYS .* from 90 to 3650: /],
    ['KEEP_VISITS_DAYS', 'always', /^KEEP_VISITS_DAYS .* from 30 to 3650: /],
    ['KEEP_TEXTS_MONTHS', '25', /^KEEP_TEXTS_MONTHS must not be more than KEEP_CUSTOMERS_MONTHS/],
  ])('%s=%s is refused in one line that says why', (name, value, line) => {
    expect(faultsOf({ [name]: value })).toEqual([expect.stringMatching(line)])
  })
})
