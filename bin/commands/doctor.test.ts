import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startStallingProxy } from '../../test/support/stalling-proxy.ts'
import { goodword, goodwordProcess } from '../../test/support/command-line.ts'
import { SIGNING } from '../../test/support/sandbox.ts'
import { useAccountSide } from '../../test/support/account-side.ts'
import { addAttempt, addRequest, hoursAgo } from '../../test/support/paid-invoices.ts'
import { KNOWS } from '../../server/database/known-schema.ts'
import { seedBusiness } from '../../server/flows/accounts/seed-business.ts'
import { createSealer } from '../../server/platform/seal.ts'

const key = randomBytes(32).toString('hex')
const newer = randomBytes(32).toString('hex')
const side = useAccountSide(() => ({ ENCRYPTION_KEYS: key }))
const folder = mkdtempSync(join(tmpdir(), 'goodword-doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Its lines by what was checked. */
const examine = async (settings: Record<string, string> = {}, run = goodword) => {
  const { env } = side.parts
  const { code, out, err } = await run(
    {
      ...SIGNING,
      // The tests' own server confirms commits before they are on its disk.
      DATABASE_URL: `${env.DATABASE_URL}?options=${encodeURIComponent('-c synchronous_commit=on')}`,
      PUBLIC_URL: env.PUBLIC_URL,
      SANDBOX_PORT: String(env.SANDBOX_PORT),
      ENCRYPTION_KEYS: key,
      DATA_DIR: folder,
      ...settings,
    },
    'doctor',
  )
  const lines = out.split('\n').map((line) => [line.slice(13, 29).trim(), line] as const)
  const results = Object.fromEntries(lines)
  return { code, out, err, resultOf: (name: string) => results[name] ?? '' }
}

test('each wrong setting has a line of its own', async () => {
  const { code, out } = await examine({ PORT: 'high', CURRENCY: 'dollars' })
  expect(code).toBe(1)
  expect(out).toContain('WRONG        settings          PORT must be a port number')
  expect(out).toContain(
    'WRONG        settings          CURRENCY must be the code of a currency with two decimals, like AUD',
  )
})

test('a name that looks like a setting is named, and may be one of the operator’s own', async () => {
  const empty = join(folder, 'empty')
  writeFileSync(empty, '')
  const secret = join(folder, 'secret')
  writeFileSync(secret, 'a-token')
  const files = { SMTP_URL_FILE: empty, METRICS_TOKEN_FILE: secret }
  const { out } = await examine({ SMTP_URLS: 'x', METRICS_TOKENS: 'x', ...files }, goodwordProcess)
  expect(out).toContain(
    'not checked  settings          SMTP_URLS is no setting and looks like SMTP_URL, which is not set: if that is meant, correct its name\n',
  )
  expect(out).not.toContain('METRICS_TOKENS')
})

test('on a machine that is in order but has no worker only that is wrong', async () => {
  const { out, resultOf, code } = await examine()
  for (const name of [
    'settings',
    'database',
    'replication',
    'migrations',
    'roles',
    'clock',
    'keys',
    'queue',
    'jobs',
    'PUBLIC_URL',
  ])
    expect(resultOf(name)).toMatch(/^ok/)
  for (const name of [
    'Xero tokens',
    'Xero API',
    'Twilio',
    'sign-in',
    'Google Places',
    'Google reviews',
    'Stripe',
    'reviews',
  ])
    expect(resultOf(name)).toMatch(/^ok/)
  expect(resultOf('worker')).toMatch(/^WRONG .*none is running/)
  expect(out).toContain('1 thing is wrong.')
  expect(code).toBe(1)
})

test('asked to wait, it looks again until the worker is there', async () => {
  const { db } = side.parts
  const waiting = examine({}, (settings) => goodword(settings, 'doctor', '--wait', '60'))
  await db
    .insertInto('processes')
    .values({ id: crypto.randomUUID(), kind: 'worker', place: 'here', pid: 1, knows: KNOWS })
    .execute()
  try {
    expect((await waiting).resultOf('worker')).toMatch(/^ok .*1 is running/)
  } finally {
    await db.deleteFrom('processes').execute()
  }
})

test('it is a process that ends, with a sum and an exit code', async () => {
  const { out, code, err } = await examine({}, goodwordProcess)
  expect(out).toMatch(/\d+ things? (is|are) wrong\.[^\n]*\n$/)
  expect([code, err]).toEqual([1, ''])
})

test('credentials that a vendor refuses are named, and never printed', async () => {
  const { resultOf, out } = await examine({
    XERO_CLIENT_SECRET: 'not-the-secret-of-xero',
    TWILIO_AUTH_TOKEN: 'not-the-token-of-twilio',
    PLACES_API_KEY: 'not-the-key-of-places',
  })
  expect(resultOf('Xero tokens')).toMatch(/^WRONG .*refuses us .*XERO_CLIENT_SECRET/)
  expect(resultOf('Twilio')).toMatch(/^WRONG .*refuses us .*TWILIO_AUTH_TOKEN/)
  expect(resultOf('Google Places')).toMatch(/^WRONG .*refuses us .*PLACES_API_KEY/)
  expect(out).not.toMatch(/not-the-(secret|token|key)/)
})

test('of a short code without a messaging service it says what Twilio does not answer', async () => {
  const { resultOf } = await examine({ TWILIO_FROM: '12345' })
  expect(resultOf('STOP answers')).toMatch(/^not checked .*12345.*TWILIO_MESSAGING_SERVICE_SID/)
})

test('a vendor and an address that do not answer are distinguished from wrong credentials', async () => {
  const { resultOf } = await examine({ XERO_API_URL: 'http://127.0.0.1:9', PUBLIC_URL: 'http://127.0.0.1:9' })
  expect(resultOf('Xero API')).toMatch(/^WRONG .*gives no good answer/)
  expect(resultOf('PUBLIC_URL')).toMatch(/^not checked/)
})

test('a database that cannot be reached leaves the rest to be checked', async () => {
  const { resultOf } = await examine({ DATABASE_URL: 'postgres://no-role:secret-word@127.0.0.1:9/none' })
  expect(resultOf('database')).toMatch(/^WRONG .*DATABASE_URL/)
  expect(resultOf('migrations')).toMatch(/^not checked/)
  expect(resultOf('Twilio')).toMatch(/^ok/)
})

test('a function that an older version has put back is wrong', async () => {
  const owner = new Client({ connectionString: side.parts.env.DATABASE_URL! })
  await owner.connect()
  await owner.query("insert into schema_functions (name, sha256) values ('enqueue_job.sql', 'of 0.1.0')")
  const { resultOf } = await examine()
  await owner.query("delete from schema_functions where sha256 = 'of 0.1.0'")
  await owner.end()
  expect(resultOf('migrations')).toMatch(
    /^WRONG .*1 function is not this version’s \(enqueue_job\.sql\).*run `goodword migrate`/,
  )
})

test('a database that is slow to answer is well', async () => {
  const { env } = side.parts
  const slow = await startStallingProxy(env.DATABASE_URL!, { slowMs: 2_000 })
  const url = `${slow.url}?options=${encodeURIComponent('-c synchronous_commit=on')}`
  const { resultOf } = await examine({ DATABASE_URL: url })
  await slow.close()
  expect(resultOf('database')).toMatch(/^ok/)
  expect(resultOf('migrations')).toMatch(/^ok/)
})

test('authorisations that need an older key are counted, and those that no key opens are wrong', async () => {
  await seedBusiness(
    { db: side.parts.db, sealer: createSealer([key]) },
    { number: 1, fundsCents: 0, currency: 'AUD' },
  )
  const rotated = await examine({ ENCRYPTION_KEYS: `${newer},${key}` })
  expect(rotated.resultOf('keys')).toMatch(/^ok .*1 authorisation opens, .*still need an older key/)
  expect((await examine({ ENCRYPTION_KEYS: newer })).resultOf('keys')).toMatch(/^WRONG .*add the older/)
})

test('work that piles up and a gateway that refuses our account are seen', async () => {
  const { db, env } = side.parts
  const where = await seedBusiness(
    { db, sealer: createSealer(env.ENCRYPTION_KEYS) },
    { number: 2, fundsCents: 0, currency: 'AUD' },
  )
  await addRequest(db, where)
  const refused = await addRequest(db, where, { state: 'sending' })
  await addAttempt(db, where, refused, { state: 'retry', error_code: '20003', retry_at: hoursAgo(-1) })
  const lost = await addRequest(db, where, { state: 'unknown' })
  await addAttempt(db, where, lost, { state: 'unknown', error_code: 'never_accepted' })
  await sql`select enqueue_job('sweep-organisation', '{}'::json, null, now() - interval '1 hour')`.execute(db)
  await sql`select enqueue_job('forget-card', '{"cardId":"pm_7","dailySince":"2026-01-01T00:00:00Z"}'::json,
                               null, now() + interval '1 day')`.execute(db)
  await sql`select enqueue_job('forget-customer', '{"customerId":"cus_7","dailySince":"2026-01-01T00:00:00Z"}'::json,
                               null, now() + interval '1 day')`.execute(db)
  const { resultOf } = await examine()
  expect(resultOf('Stripe customers')).toMatch(
    /^WRONG .*1 customer whose business is erased: delete there cus_7/,
  )
  expect(resultOf('forgotten cards')).toMatch(/^WRONG .*1 card that an owner removed: delete there pm_7/)
  expect(resultOf('queue')).toMatch(/^WRONG .*more than 10 minutes: .*worker’s log/)
  expect(resultOf('gateway')).toMatch(
    /^WRONG .*1 text waits because Twilio refuses our account \(20003\): sign in at Twilio/,
  )
  expect(resultOf('stuck texts')).toMatch(/^WRONG .*1 text waits for you.*goodword stuck list/)
  expect(resultOf('jobs')).toMatch(/^WRONG .*no worker takes sweep-organisation × 1/)
})
