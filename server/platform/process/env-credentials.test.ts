import { describe, expect, test } from 'vitest'
import { LIVE_SETTINGS } from '../../../test/support/live-settings.ts'
import { readEnv, type EnvError } from './env.ts'

const faultsOf = (given: Record<string, string>): string[] => {
  try {
    readEnv({ ...LIVE_SETTINGS, ...given })
    return []
  } catch (thrown) {
    return (thrown as EnvError).faults
  }
}

describe('spaces and line breaks around a value', () => {
  test('are no part of it, as they are none in a file', () => {
    const around = Object.entries(LIVE_SETTINGS).map(([name, value]) => [name, ` ${value}\r\n`])
    expect(readEnv(Object.fromEntries(around))).toEqual(readEnv(LIVE_SETTINGS))
  })

  test.each(['XERO_WEBHOOK_KEY', 'TWILIO_AUTH_TOKEN', 'PLACES_API_KEY'])(
    'alone are no value: %s is then missing',
    (name) => {
      expect(faultsOf({ [name]: ' \n' })).toEqual([`${name} is missing`])
    },
  )

  test('alone leave a setting with a default at that: PORT would else be any', () => {
    expect(readEnv({ ...LIVE_SETTINGS, PORT: ' ', DRAIN_SECONDS: ' ', BACKUP_HOUR: '\t' })).toMatchObject({
      PORT: 3000,
      DRAIN_SECONDS: 5,
      BACKUP_HOUR: 16,
    })
  })
})

describe('a key of a vendor that no vendor would know', () => {
  test.each(['wh\nkey', 'whkey\u200B', 'whkey…', 'wh\u0000key'])('is refused: %j', (XERO_WEBHOOK_KEY) => {
    expect(faultsOf({ XERO_WEBHOOK_KEY })).toEqual([
      'XERO_WEBHOOK_KEY has a letter that no key has, such as a line break or one that is not seen: copy it again',
    ])
  })

  test.each([`"token"`, `'token'`])('is refused in quotes, as docker leaves them: %s', (given) => {
    const words = 'stands in quotes, which are part of it as it was given: take them out'
    expect(faultsOf({ TWILIO_AUTH_TOKEN: given })).toEqual([`TWILIO_AUTH_TOKEN ${words}`])
  })

  test('may have every letter that is printed', () => {
    const printed = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
      .join('')
      .trim()
    expect(readEnv({ ...LIVE_SETTINGS, OIDC_CLIENT_SECRET: printed }).OIDC_CLIENT_SECRET).toBe(printed)
  })
})
