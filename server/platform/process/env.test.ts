import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { sandboxSettings } from './env-sandbox.ts'
import { EnvError, readEnv } from './env.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'env-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const sandbox = (given: Record<string, string> = {}): ReturnType<typeof readEnv> =>
  readEnv({ DATA_DIR: dataDir, ...given })

const faultsOf = (given: Record<string, string | undefined>): string[] => {
  try {
    readEnv({ DATA_DIR: dataDir, ...given })
    return []
  } catch (thrown) {
    if (!(thrown instanceof EnvError)) throw thrown
    return thrown.faults
  }
}

const live = {
  GOODWORD_MODE: 'live',
  PUBLIC_URL: 'https://goodword.example',
  DATABASE_URL: 'postgres://app@db.example/goodword',
  OIDC_CLIENT_ID: 'client',
  OIDC_CLIENT_SECRET: 'secret',
  PLACES_API_KEY: 'places',
  XERO_CLIENT_ID: 'xero',
  XERO_CLIENT_SECRET: 'secret',
  XERO_WEBHOOK_KEY: 'key',
  TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+61491570006',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
}

describe('the sandbox', () => {
  test('needs no setting at all: every vendor is a stand-in on this machine', () => {
    const env = sandbox()
    expect(env).toMatchObject({
      GOODWORD_MODE: 'sandbox',
      PUBLIC_URL: 'http://localhost:3000',
      PORT: 3000,
      HOST: '127.0.0.1',
      CURRENCY: 'AUD',
      SMS_PRICES: { AU: 9, NZ: 14, GB: 8, US: 5 },
      MARKETING_URL: '/welcome/',
      ...sandboxSettings('4000'),
    })
    expect(env.DATABASE_URL).toBeUndefined()
  })

  test('follows its own port', () => {
    expect(sandbox({ SANDBOX_PORT: '4100' }).XERO_API_URL).toBe('http://localhost:4100/xero/api')
  })

  test.each(Object.entries(sandboxSettings('4000')))('lets a given %s win over its own', (name, own) => {
    const given = own.startsWith('http') ? 'https://vendor.example/v1' : `${own}9`
    expect(sandbox({ [name]: given })).toMatchObject({ ...sandboxSettings('4000'), [name]: given })
  })

  test('has no sender of its own where a messaging service is given', () => {
    const env = sandbox({ TWILIO_MESSAGING_SERVICE_SID: 'MG1' })
    expect([env.TWILIO_FROM, env.TWILIO_MESSAGING_SERVICE_SID]).toEqual([undefined, 'MG1'])
  })

  test('makes a key once and keeps it to itself', () => {
    const [key] = sandbox().ENCRYPTION_KEYS
    expect(sandbox().ENCRYPTION_KEYS).toEqual([key])
    const file = join(dataDir, 'encryption-key')
    expect(readFileSync(file, 'utf8')).toBe(key)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('takes an empty setting as not given', () => {
    expect(sandbox({ XERO_CLIENT_ID: '', PORT: '' })).toMatchObject({
      XERO_CLIENT_ID: expect.stringMatching(/^SANDBOX/),
      PORT: 3000,
    })
  })
})

describe('live mode', () => {
  test('takes the vendors’ own addresses', () => {
    expect(readEnv(live)).toMatchObject({
      GOODWORD_MODE: 'live',
      OIDC_ISSUER: 'https://accounts.google.com',
      PLACES_URL: 'https://places.googleapis.com',
      XERO_LOGIN_URL: 'https://login.xero.com',
      XERO_IDENTITY_URL: 'https://identity.xero.com',
      XERO_API_URL: 'https://api.xero.com',
      TWILIO_API_URL: 'https://api.twilio.com',
      STRIPE_API_URL: 'https://api.stripe.com',
    })
  })

  test('demands everything, and says all that is missing at once', () => {
    const missing = faultsOf({ GOODWORD_MODE: 'live' }).map((fault) => fault.split(' ')[0])
    const demanded = Object.keys(live).filter((name) => name !== 'GOODWORD_MODE')
    expect(missing.sort()).toEqual(demanded.sort())
  })

  test.each(Object.keys(live).filter((name) => name !== 'GOODWORD_MODE'))(
    'does not start without %s',
    (name) => {
      const faults = faultsOf({ ...live, [name]: undefined })
      expect(faults).toHaveLength(1)
      expect(faults[0]).toMatch(new RegExp(`^${name} is missing`))
    },
  )

  test.each(Object.entries(sandboxSettings('4000')))('refuses the sandbox’s %s', (name, value) => {
    expect(faultsOf({ ...live, [name]: value })).toEqual([`${name} is a sandbox value: live mode refuses it`])
  })

  test.each([
    ['XERO_API_URL', 'http://127.0.0.1:9000'],
    ['XERO_API_URL', 'http://[::1]:9000/xero'],
    ['STRIPE_SECRET_KEY', 'sk_test_51abc'],
    ['STRIPE_SECRET_KEY', 'rk_test_51abc'],
    ['TWILIO_AUTH_TOKEN', 'my-Sandbox-token'],
  ])('refuses what can only be a test: %s=%s', (name, value) => {
    expect(faultsOf({ ...live, [name]: value })).toEqual([`${name} is a sandbox value: live mode refuses it`])
  })

  test('is served over https only', () => {
    expect(faultsOf({ ...live, PUBLIC_URL: 'http://goodword.example' })).toEqual([
      'PUBLIC_URL must begin with https:// in live mode',
    ])
  })
})

test('each fault has one line of its own, and none shows the value', () => {
  const wrong = {
    GOODWORD_MODE: 'sandbox',
    PUBLIC_URL: 'localhost:3000/secret',
    PORT: '70000',
    DATABASE_URL: 'mysql://secret',
    TWILIO_ACCOUNT_SID: 'secret',
    TWILIO_MESSAGING_SERVICE_SID: 'secret',
    ENCRYPTION_KEYS: 'secret',
    CURRENCY: 'secret',
    SMS_PRICES: 'AU=9,NZ=0',
    WORKER_CONCURRENCY: 'secret',
    LOG_LEVEL: 'secret',
    XERO_API_URL: 'ftp://secret',
  }
  const faults = faultsOf(wrong)
  const names = Object.keys(wrong).filter((name) => name !== 'GOODWORD_MODE')
  expect(faults.map((fault) => fault.split(' ')[0]).sort()).toEqual(names.sort())
  expect(faults.join('\n')).not.toContain('secret')
  expect(new EnvError(faults).message.split('\n')).toHaveLength(faults.length + 1)
  expect(faultsOf({ GOODWORD_MODE: 'production' })).toEqual(['GOODWORD_MODE must be sandbox or live'])
})

test('addresses lose their last slash, prices and keys are read', () => {
  const keys = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')]
  const env = sandbox({
    PUBLIC_URL: 'https://goodword.example/',
    SMS_PRICES: 'AU=10,NZ=1',
    ENCRYPTION_KEYS: keys.join(' , '),
  })
  expect(env).toMatchObject({
    PUBLIC_URL: 'https://goodword.example',
    SMS_PRICES: { AU: 10, NZ: 1 },
    ENCRYPTION_KEYS: keys,
  })
})
