import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { LIVE_SETTINGS } from '../../../test/support/live-settings.ts'
import { sandboxSettings } from './env-sandbox.ts'
import { EnvError, readEnv } from './env.ts'
import { newSigningKeys, SIGNING_KEYS } from './sandbox-keys.ts'

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

const live = LIVE_SETTINGS

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

  test.each(['0.0.0.0', '::', '192.168.1.7', 'goodword.example', '127.0.0.1.evil.example'])(
    'listens on this machine only, whatever HOST says: %s',
    (host) => {
      expect(sandbox({ HOST: host }).HOST).toBe('127.0.0.1')
    },
  )

  test.each(['localhost', '127.0.0.1', '127.1.2.3', '::1'])('may listen at %s', (host) => {
    expect(sandbox({ HOST: host }).HOST).toBe(host)
  })

  test('is not for the public: its vendors and its sign-in are played', () => {
    expect(faultsOf({ PUBLIC_URL: 'https://goodword.example' })).toEqual([
      'PUBLIC_URL is public: sandbox mode plays every vendor, so it is for this machine only',
    ])
    expect(sandbox({ PUBLIC_URL: 'https://localhost:3000' }).PUBLIC_URL).toBe('https://localhost:3000')
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

  test.each(SIGNING_KEYS)('has a %s that no other data folder has, and that its processes share', (name) => {
    const own = sandbox()[name]
    expect(own).toMatch(/^sandbox-[\w-]{32}$/)
    expect(sandbox()[name]).toBe(own)
    const other = mkdtempSync(join(tmpdir(), 'env-'))
    expect(sandbox({ DATA_DIR: other })[name]).not.toBe(own)
    rmSync(other, { recursive: true })
    expect(sandbox({ [name]: 'given' })[name]).toBe('given')
    const file = join(dataDir, name.toLowerCase().replaceAll('_', '-'))
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([own, 0o600])
    expect(readdirSync(dataDir).filter((left) => left.includes('.'))).toEqual([])
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

  const ofStripe = { STRIPE_SECRET_KEY: 'sk_live_ or rk_live_', STRIPE_WEBHOOK_SECRET: 'whsec_' }
  test.each(Object.entries({ ...sandboxSettings('4000'), ...newSigningKeys() }))(
    'refuses the sandbox’s %s',
    (name, value) => {
      const begins = ofStripe[name as keyof typeof ofStripe]
      const words = begins
        ? `must begin with ${begins} in live mode`
        : 'is a sandbox value: live mode refuses it'
      expect(faultsOf({ ...live, [name]: value })).toEqual([`${name} ${words}`])
    },
  )

  test.each([
    ['XERO_API_URL', 'http://127.0.0.1:9000'],
    ['XERO_API_URL', 'http://[::1]:9000/xero'],
    ['TWILIO_AUTH_TOKEN', 'my-Sandbox-token'],
  ])('refuses what can only be a test: %s=%s', (name, value) => {
    expect(faultsOf({ ...live, [name]: value })).toEqual([`${name} is a sandbox value: live mode refuses it`])
  })

  test.each([
    'postgres://app@db.example/goodword',
    'postgres://app@db.example/goodword?sslmode=disable',
    'postgres://app@db.example/goodword?sslmode=prefer',
    'postgres://app@db.example/goodword?sslmode=no-verify',
    'postgres://app@db.example/goodword?sslmode=verify-full&sslmode=disable',
    'postgres://app@127.0.0.1/goodword',
    'postgres://app:%2Fx@db.example/goodword',
    'postgres://app@%2Fvar%2Frun%2Fpostgresql/goodword?host=db.example',
  ])('speaks to the database over TLS, unless it is allowed not to: %s', (url) => {
    const faults = faultsOf({ ...live, DATABASE_URL: url })
    expect(faults).toEqual([expect.stringMatching(/^DATABASE_URL .*sslmode.*ALLOW_PLAINTEXT_DATABASE=yes/)])
    expect(faultsOf({ ...live, DATABASE_URL: url, ALLOW_PLAINTEXT_DATABASE: 'yes' })).toEqual([])
    expect(faultsOf({ ...live, DATABASE_URL: url, ALLOW_PLAINTEXT_DATABASE: 'no' })).toHaveLength(1)
    expect(faultsOf({ ...live, MIGRATE_DATABASE_URL: url })).toEqual([expect.stringMatching(/^MIGRATE_/)])
    expect(faultsOf({ ...live, BACKUP_VERIFY_DATABASE_URL: url })).toEqual([
      expect.stringMatching(/^BACKUP_/),
    ])
  })

  test.each(['require', 'verify-ca', 'verify-full'])('takes sslmode=%s', (mode) => {
    expect(faultsOf({ ...live, DATABASE_URL: `postgres://app@db.example/goodword?sslmode=${mode}` })).toEqual(
      [],
    )
  })

  test('asks for no TLS at a socket of this machine', () => {
    const url = 'postgres://app:secret@%2Fvar%2Frun%2Fpostgresql/goodword'
    expect(faultsOf({ ...live, DATABASE_URL: url, MIGRATE_DATABASE_URL: url })).toEqual([])
  })

  test('hands mail over by TLS, unless it is allowed not to', () => {
    const mail = (more: object = {}) => readEnv({ ...live, SMTP_URL: 'smtp://post.example:587', ...more })
    expect(mail().ALLOW_PLAINTEXT_MAIL).toBe(false)
    expect(mail({ ALLOW_PLAINTEXT_MAIL: 'yes' }).ALLOW_PLAINTEXT_MAIL).toBe(true)
    expect(faultsOf({ ...live, ALLOW_PLAINTEXT_MAIL: 'perhaps' })).toEqual([
      'ALLOW_PLAINTEXT_MAIL must be yes or no',
    ])
  })

  test('listens on the given host and port', () => {
    expect(readEnv({ ...live, HOST: '0.0.0.0' }).HOST).toBe('0.0.0.0')
  })

  test('is served by a name without a path', () => {
    expect(faultsOf({ ...live, PUBLIC_URL: 'https://goodword.example/reviews' })).toEqual([
      'PUBLIC_URL has a path: links and callbacks lead to the name alone',
    ])
    expect(faultsOf({ ...live, PUBLIC_URL: 'https://name:word@goodword.example' })).toEqual([
      'PUBLIC_URL has a user or password: links and callbacks lead to the name alone',
    ])
    expect(faultsOf({ ...live, PUBLIC_URL: 'https://goodword.example/' })).toEqual([])
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
    TRUSTED_PROXIES: 'loopback,secret',
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
    PUBLIC_URL: 'https://localhost/',
    SMS_PRICES: 'AU=10,NZ=1',
    ENCRYPTION_KEYS: keys.join(' , '),
  })
  expect(env).toMatchObject({
    PUBLIC_URL: 'https://localhost',
    SMS_PRICES: { AU: 10, NZ: 1 },
    ENCRYPTION_KEYS: keys,
  })
})

test('whose word about the caller’s address counts is a setting', () => {
  expect(sandbox().TRUSTED_PROXIES).toEqual(['loopback', 'linklocal', 'uniquelocal'])
  const given = 'loopback, 203.0.113.7,198.51.100.0/24 ,2001:db8::/32'
  expect(sandbox({ TRUSTED_PROXIES: given }).TRUSTED_PROXIES).toEqual([
    'loopback',
    '203.0.113.7',
    '198.51.100.0/24',
    '2001:db8::/32',
  ])
  expect(sandbox({ TRUSTED_PROXIES: 'none' }).TRUSTED_PROXIES).toEqual([])
  for (const wrong of ['10.0.0.0/33', '2001:db8::/129', 'proxy.example', '203.0.113.0/x', 'loopback,'])
    expect([wrong, faultsOf({ TRUSTED_PROXIES: wrong })]).toEqual([
      wrong,
      [expect.stringMatching(/^TRUSTED_PROXIES must be none, or/)],
    ])
})

test('the tax that prices include is a name, a percent and, where it began later, a day', () => {
  expect(sandbox().COMPANY_TAX).toBeUndefined()
  expect(sandbox({ COMPANY_TAX: 'GST 10' }).COMPANY_TAX).toEqual([
    { name: 'GST', thousandths: 10_000, from: '' },
  ])
  expect(
    sandbox({ COMPANY_TAX: 'Sales tax 8.875 from 2028-07-01, GST 10 from 2026-07-01' }).COMPANY_TAX,
  ).toEqual([
    { name: 'GST', thousandths: 10_000, from: '2026-07-01' },
    { name: 'Sales tax', thousandths: 8_875, from: '2028-07-01' },
  ])
  for (const wrong of ['10', 'GST', 'GST 100', 'GST 10.0001', 'GST 10 from 2026-02-30', 'GST 10,', 'GST -1'])
    expect([wrong, faultsOf({ COMPANY_TAX: wrong })]).toEqual([
      wrong,
      [expect.stringMatching(/^COMPANY_TAX must look like GST 10, or/)],
    ])
})

test('the tax number is given as it is printed, with its name', () => {
  expect(sandbox({ COMPANY_TAX_NUMBER: 'VAT GB123456789' }).COMPANY_TAX_NUMBER).toBe('VAT GB123456789')
  expect(faultsOf({ COMPANY_TAX_NUMBER: '51 824 753 556' })).toEqual([
    expect.stringMatching(/^COMPANY_TAX_NUMBER must be the number as it is printed/),
  ])
})
