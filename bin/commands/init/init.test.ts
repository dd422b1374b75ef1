import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseEnv } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLiveStage, type LiveStage } from '../../../test/deploy/live-stage.ts'
import { hasTool, run, type Ran } from '../../../test/deploy/run-command.ts'
import { useDatabase } from '../../../test/support/database.ts'
import { needs } from '../../../test/support/needs.ts'
import { SETTINGS } from '../../../server/platform/process/env.ts'

const ROOT = join(import.meta.dirname, '../../..')
const withOpenssl = needs(hasTool('openssl'), 'openssl')

/** What the vendors' stand-ins are: asked for by no question. */
const ADDRESSES = ['OIDC_ISSUER', 'PLACES_URL', 'XERO_LOGIN_URL', 'XERO_IDENTITY_URL', 'XERO_API_URL'].concat(
  'TWILIO_API_URL',
  'STRIPE_API_URL',
)

describe('goodword init, through a pipe, in front of the stand-ins', withOpenssl, () => {
  const database = useDatabase()
  let stage: LiveStage
  let folder = ''
  beforeAll(async () => {
    stage = await openLiveStage()
    folder = mkdtempSync(join(tmpdir(), 'goodword-init-'))
  })
  afterAll(async () => {
    await stage.close()
    rmSync(folder, { recursive: true })
  })

  const init = (args: string[], answers: string[], more: Record<string, string> = {}): Promise<Ran> => {
    const all: Record<string, string> = stage.settings
    const env = {
      PATH: process.env['PATH'],
      NODE_EXTRA_CA_CERTS: stage.authority.caFile,
      NODE_OPTIONS: `--import=${pathToFileURL(join(ROOT, 'test/deploy/names-here.ts')).href}`,
      ALLOW_PLAINTEXT_DATABASE: 'yes',
      ...Object.fromEntries(ADDRESSES.map((name) => [name, all[name]!])),
      ...more,
    }
    const input = answers.map((line) => `${line}\n`).join('')
    return run(process.execPath, [join(ROOT, 'bin/goodword.ts'), 'init', ...args], { input, env })
  }

  const asAdmin = async (statement: string) => {
    const admin = new Client({ connectionString: database.url.replace(/[^/]+$/, 'postgres') })
    await admin.connect()
    await admin.query(statement).finally(() => admin.end())
  }
  /** The tests' own server confirms commits before they are on its disk. */
  const databaseUrl = () => `${database.url}?options=${encodeURIComponent('-c synchronous_commit=on')}`
  const google = () => [stage.settings.OIDC_CLIENT_ID, stage.settings.OIDC_CLIENT_SECRET]
  const xero = () =>
    (['XERO_CLIENT_ID', 'XERO_CLIENT_SECRET', 'XERO_WEBHOOK_KEY'] as const).map((one) => stage.settings[one])
  const twilio = () => [
    stage.settings.TWILIO_ACCOUNT_SID,
    stage.settings.TWILIO_AUTH_TOKEN,
    stage.settings.TWILIO_FROM,
  ]
  const stripe = () => [stage.settings.STRIPE_SECRET_KEY, stage.settings.STRIPE_WEBHOOK_SECRET]
  /** No mail, so that it is not asked from whom; the currency and the prices that are offered. */
  const rest = () => [
    '',
    '',
    '',
    stage.settings.COMPANY_NAME,
    stage.settings.COMPANY_ADDRESS,
    stage.settings.COMPANY_EMAIL,
    stage.settings.PRIVACY_URL,
    stage.settings.TERMS_URL,
  ]
  const upToXero = () => [stage.publicUrl, databaseUrl(), ...google(), stage.settings.PLACES_API_KEY, '']
  const answers = () => [...upToXero(), ...xero(), ...twilio(), ...stripe(), ...rest()]
  const read = (file: string) => parseEnv(readFileSync(file, 'utf8'))

  test('asks, and writes a file with which the product is in order, readable by nobody else', async () => {
    const file = join(folder, 'all.env')
    const { code, out, err } = await init(['--file', file], answers())
    expect([code, err]).toEqual([0, ''])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const {
      ENCRYPTION_KEYS: _made,
      METRICS_TOKEN: _drawn,
      ...asked
    } = stage.settings as Record<string, string>
    expect(read(file)).toMatchObject({ ...asked, DATABASE_URL: databaseUrl() })
    expect(Buffer.from(read(file)['ENCRYPTION_KEYS']!, 'base64')).toHaveLength(32)
    expect(read(file)['METRICS_TOKEN']).toMatch(/^[0-9a-f]{48}$/)
    for (const address of [
      '/api/auth/google/callback',
      '/api/xero/callback',
      '/webhooks/xero',
      '/webhooks/stripe',
    ])
      for (const list of out.split('To register').slice(1, 3))
        expect(list).toContain(`${stage.publicUrl}${address}`)
    expect(out).toContain(`needs the redirect URI ${stage.publicUrl}/api/reviews/callback`)
    expect(out.split('To register').at(-1)).not.toMatch(/\/api\/(reviews|operator)/)
    expect(read(file)).toMatchObject({ REVIEWS: 'off' })
    expect(out.indexOf('To register')).toBeLessThan(out.indexOf('Google: sign-in'))
    expect(out).toContain('ok           settings          complete, live mode')
    expect(out).toContain('ENCRYPTION_KEYS elsewhere: without it owners connect Xero and Google anew')
    expect(out).toContain('ok           Stripe ')
    expect(out.match(/WRONG.*/g)).toEqual([expect.stringContaining('none is running')])
  })

  test('each key that a vendor refuses is asked for again, at once', async () => {
    const file = join(folder, 'wrong-first.env')
    const wrong = (right: string[], at: number) => right.map((one, index) => (index === at ? `${one}0` : one))
    const noDatabase = database.url.replace(/[^/]+$/, 'no_such_database')
    const ascii = `ascii_${randomBytes(6).toString('hex')}`
    await asAdmin(`create database ${ascii} template template0 encoding 'SQL_ASCII' locale 'C'`)
    const { code, out } = await init(
      ['--file', file, '--no-migrate'],
      [
        'reviews.example.com',
        'http://reviews.example.com',
        `${stage.publicUrl}/reviews`,
        `${stage.publicUrl}/`,
        noDatabase,
        database.url.replace(/[^/]+$/, ascii),
        databaseUrl(),
        ...wrong(google(), 1),
        ...google(),
        'not-the-key',
        stage.settings.PLACES_API_KEY,
        'perhaps',
        '',
        'off',
        ...wrong(xero(), 1),
        ...xero(),
        ...wrong(twilio(), 1),
        '',
        twilio()[1]!,
        '0480 000 001',
        '',
        '',
        twilio()[2]!,
        'sk_test_1',
        'whsec_1',
        'sk_live_wrong',
        'whsec_1',
        ...stripe(),
        ...rest(),
      ],
    )
    expect(code).toBe(0)
    expect(out.match(/WRONG {2}.*/g)?.map((line) => line.slice(7).replace(/^https:\S+/, '…'))).toEqual([
      'PUBLIC_URL must be an http(s) URL',
      'PUBLIC_URL must begin with https:// in live mode',
      'PUBLIC_URL has a path: links and callbacks lead to the name alone',
      expect.stringContaining('no_such_database'),
      expect.stringContaining('holds SQL_ASCII and not UTF8'),
      '… refuses us (configuration): check OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
      expect.stringMatching(/^… refuses us .*PLACES_API_KEY/),
      expect.stringMatching(/^REVIEWS /),
      expect.stringMatching(/^… refuses us \(invalid_client\): check XERO_CLIENT_ID/),
      expect.stringMatching(/^… refuses us \(20003\): check TWILIO_ACCOUNT_SID/),
      expect.stringMatching(/^TWILIO_FROM must be a number in international form/),
      'STRIPE_SECRET_KEY must begin with sk_live_ or rk_live_ in live mode',
      expect.stringMatching(/^… refuses us .*STRIPE_SECRET_KEY/),
    ])
    expect(read(file)).toMatchObject({ XERO_CLIENT_SECRET: xero()[1], STRIPE_SECRET_KEY: stripe()[0] })
    expect(read(file)).toMatchObject({ TWILIO_FROM: twilio()[2], PUBLIC_URL: stage.publicUrl })
    expect(out).toContain(`${stage.publicUrl}/webhooks/xero`)
    expect(out).not.toMatch(/[^:]\/\//)
    expect(out).toContain(`Account SID (AC…) [${twilio()[0]}]:`)
    expect(out).toContain('Auth token [as given]:')
    for (const secret of [...xero().slice(1), google()[1]!]) expect(out).not.toContain(secret)
  })

  test('reviews are switched on with a client of their own, and its address is among those to register', async () => {
    const file = join(folder, 'reviews.env')
    const asked = ['on', 'reviews-client', 'reviews-secret', 'keep']
    const all = [...upToXero().slice(0, -1), ...asked, ...answers().slice(upToXero().length)]
    const { code, out } = await init(['--file', file, '--no-migrate'], all, {
      BUSINESS_PROFILE_URL: stage.settings.OIDC_ISSUER,
    })
    expect(code).toBe(0)
    expect(read(file)).toMatchObject({
      REVIEWS: 'on',
      REVIEWS_CLIENT_ID: 'reviews-client',
      REVIEWS_CLIENT_SECRET: 'reviews-secret',
    })
    expect(out.split('To register').at(-1)).toContain(`${stage.publicUrl}/api/reviews/callback`)
    expect(out).not.toContain('reviews-secret')
  })

  test('what was given before it was left is kept, and asked for no more', async () => {
    const file = join(folder, 'left.env')
    const refused = ['sk_test_1', stripe()[1]!]
    const left = await init(['--file', file], [...upToXero(), ...xero(), ...twilio(), ...refused])
    expect([left.code, left.err]).toEqual([1, expect.stringContaining('Run init again to go on from here.')])
    const [key] = read(file)['ENCRYPTION_KEYS']!.split(',')
    const { code } = await init(['--file', file, '--no-migrate'], ['', ...stripe(), ...rest()])
    expect(code).toBe(0)
    expect(read(file)).toMatchObject({ ENCRYPTION_KEYS: key, OIDC_CLIENT_SECRET: google()[1] })

    // All of it again: one answer is another one, one is taken back, and Enter keeps each of the others.
    const service = 'MG'.padEnd(34, '0')
    const kept = (questions: number) => Array<string>(questions).fill('')
    const another = ['n', ...kept(11), service, ...kept(5), 'Another Ltd', ...kept(3), 'none']
    const changed = await init(['--file', file, '--no-migrate'], another)
    expect([changed.code, changed.err]).toEqual([0, ''])
    const { COMPANY_NAME, TWILIO_FROM, TWILIO_MESSAGING_SERVICE_SID, TERMS_URL, ENCRYPTION_KEYS } = read(file)
    expect({ COMPANY_NAME, TWILIO_FROM, TERMS_URL, ENCRYPTION_KEYS }).toEqual({
      COMPANY_NAME: 'Another Ltd',
      TWILIO_FROM: undefined,
      TERMS_URL: undefined,
      ENCRYPTION_KEYS: key,
    })
    expect(TWILIO_MESSAGING_SERVICE_SID).toBe(service)
  })

  test('an answer that was refused is offered by no question, also where init was left and begins again', async () => {
    const file = join(folder, 'refused.env')
    const left = await init(['--file', file], ['http://goodword.test'])
    const all = await init(['--file', file], ['n'])
    const again = await init(['--file', file, '--no-migrate'], ['', '', ...answers()])
    for (const { out } of [left, all, again]) expect(out).not.toContain('[http:')
    expect([again.code, read(file)['PUBLIC_URL']]).toEqual([0, stage.publicUrl])
  })

  test('a script gives all by the environment, and is told what is wrong', async () => {
    const file = join(folder, 'script.env')
    const given = { ...stage.settings, DATABASE_URL: databaseUrl() }
    const { code, out } = await init(['--file', file, '--no-input', '--no-migrate'], [], given)
    expect([code, out.match(/WRONG/g)]).toEqual([0, null])
    const refused = await init(['--file', join(folder, 'no.env'), '--no-input'], [], {
      ...given,
      STRIPE_SECRET_KEY: 'sk_live_wrong',
    })
    expect([refused.code, refused.out]).toEqual([1, expect.stringMatching(/WRONG {2}.*STRIPE_SECRET_KEY/)])
    const lacking = await init(['--file', join(folder, 'no2.env'), '--no-input'], [])
    expect([lacking.code, lacking.out]).toEqual([1, expect.stringContaining('WRONG  PUBLIC_URL is missing')])
  })

  test('what lies in a file that the settings name stays there, and is checked', async () => {
    const file = join(folder, 'named.env')
    const { STRIPE_SECRET_KEY: key, ...others } = stage.settings
    const named = join(folder, 'stripe-key')
    writeFileSync(named, key)
    const lines = Object.entries({ ...others, DATABASE_URL: databaseUrl(), STRIPE_SECRET_KEY_FILE: named })
    writeFileSync(file, lines.map(([name, value]) => `${name}='${value}'\n`).join(''))
    const again = await init(['--file', file, '--no-input'], [], { STRIPE_SECRET_KEY: key })
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('complete, live mode')])
    expect(read(file)).toMatchObject({ STRIPE_SECRET_KEY_FILE: named })
    expect(read(file)).not.toHaveProperty('STRIPE_SECRET_KEY')

    writeFileSync(named, 'sk_live_wrong')
    const refused = await init(['--file', file, '--no-input'], [])
    expect([refused.code, refused.out]).toEqual([1, expect.stringMatching(/WRONG {2}.*STRIPE_SECRET_KEY/)])
    // An answer takes the place of the file.
    const { code } = await init(['--file', file, '--no-migrate'], ['', key, ...Array<string>(8).fill('')])
    expect([code, read(file)['STRIPE_SECRET_KEY']]).toEqual([0, key])
    expect(read(file)).not.toHaveProperty('STRIPE_SECRET_KEY_FILE')
  })

  test('for compose secrets lie in files of their own, and the database’s password is drawn', async () => {
    const file = join(folder, 'compose', '.env')
    const {
      DATABASE_URL: _none,
      ENCRYPTION_KEYS: _made,
      METRICS_TOKEN: _drawn,
      ...given
    } = {
      DATABASE_URL: '',
      ...stage.settings,
      OPERATOR_OIDC_ISSUER: 'https://sign-in.example.com',
      OPERATOR_OIDC_CLIENT_ID: 'console',
      OPERATOR_OIDC_CLIENT_SECRET: 'console-secret',
      OPERATOR_EMAILS: 'olive@example.com',
    }
    const { code, out } = await init(['--compose', '--file', file, '--no-input'], [], given)
    expect(code).toBe(0)
    expect(out.split('To register').at(-1)).toContain(`${stage.publicUrl}/api/operator/sign-in/callback`)
    expect(out.trim().split('\n').at(-1)).toMatch(/`docker compose up --detach`.*goodword doctor --wait 60`/)
    const secrets = join(folder, 'compose/secrets')
    const compose = readFileSync(join(ROOT, 'deploy/compose/compose.yaml'), 'utf8')
    const named = [...compose.matchAll(/^ {2}(\S+): \{ file: \.\/secrets\/(\S+) \}/gm)].map(
      ([, , name]) => name,
    )
    expect(readdirSync(secrets).toSorted()).toEqual(named.toSorted())
    expect(statSync(secrets).mode & 0o777).toBe(0o700)
    for (const name of named.filter((one) => SETTINGS.includes(one!)))
      expect(read(file)).not.toHaveProperty(name!)
    const password = readFileSync(join(secrets, 'database-password'), 'utf8').trim()
    expect(readFileSync(join(secrets, 'DATABASE_URL'), 'utf8')).toContain(`:${password}@`)
    const again = await init(['--compose', '--file', file, '--no-input'], [], given)
    expect(again.code).toBe(0)
    expect(readFileSync(join(secrets, 'DATABASE_URL'), 'utf8')).toContain(`:${password}@`)
  })
})
