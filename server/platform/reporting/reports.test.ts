import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { LAST_WORDS_MS } from '../../../test/support/patience.ts'
import { useStub } from '../../../test/support/stub-server.ts'
import { VendorFailure } from '../errors.ts'
import { logOptions } from '../process/log.ts'
import { readDsn } from './dsn.ts'
import { openReports, type Reports } from './reports.ts'

const stub = useStub()
const base = useDatabase()
const opened: Reports[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((reports) => reports.close()))
})

const start = () => {
  stub.answer = () => ({ status: 200, json: {} })
  const counts: Record<string, number> = {}
  const dsn = readDsn(`${stub.url.replace('//', '//pubkey@')}/prefix/7`)!
  const reports = openReports({
    dsn,
    process: 'worker',
    environment: 'live',
    lastMs: LAST_WORDS_MS,
    count: (outcome) => (counts[outcome] = (counts[outcome] ?? 0) + 1),
  })
  opened.push(reports)
  const log = pino(logOptions('worker', 'info', reports.note), { write: () => undefined })
  return { log, counts, close: reports.close }
}

const events = () => stub.calls.map(({ body }) => JSON.parse(body.split('\n')[2]!))

const CANARIES = /Canary|61491570156|0491 570 156|canary@|s3cret|tok_|Hi Jane/i

/** A cause within a cause, each with something of a person in a place where a library may put it. */
const personalError = async (): Promise<Error> => {
  const refused = await sql`
    insert into businesses (name, currency, template, country)
    values (${'Jane Canary'}, 'AUD', ${'Hi Jane +61491570156'}, ${'x'})`
    .execute(base.db)
    .catch((cause: Error) => cause)
  const called = await fetch('http://127.0.0.1:1/v1?token=tok_s3cret&email=canary@x.example').catch(
    (cause: Error) => cause,
  )
  const vendor = new VendorFailure('xero', 'rejected', 'http-403', 'Jane Canary, 0491 570 156', {
    cause: Object.assign(refused as Error, { cause: called, parameters: ['Jane Canary'] }),
  })
  const outer = new Error('for Jane Canary\n    at JaneCanary (node:internal/x:1:1)', { cause: vendor })
  return Object.assign(outer, { name: 'Error of +61491570156', code: '61491570156', config: 's3cret' })
}

test('an error is reported with its causes and its places, and with nothing that names a person', async () => {
  const { log, close } = start()
  log
    .child({ requestId: '0192f7c4-0000-7000-8000-00000000abcd', customerName: 'Jane Canary' })
    .error({ err: await personalError(), phone: '+61491570156', tenantId: 'canary@' }, 'a route failed')
  await close()
  const [call] = stub.calls
  expect(call).toMatchObject({
    method: 'POST',
    path: '/prefix/api/7/envelope/',
    headers: { 'x-sentry-auth': expect.stringContaining('sentry_key=pubkey') },
  })
  expect(call!.body).not.toMatch(CANARIES)
  const [event] = events()
  expect(event).toMatchObject({
    platform: 'node',
    level: 'error',
    environment: 'live',
    release: expect.stringMatching(/^goodword@\d/),
    logentry: { formatted: 'a route failed' },
    tags: { process: 'worker', request_id: '0192f7c4-0000-7000-8000-00000000abcd' },
  })
  const causes = event.exception.values.map(({ type, value }: Record<string, string>) => `${type}: ${value}`)
  expect(causes.at(-1)).toBe('Error: ')
  expect(causes.at(-2)).toBe('VendorFailure: code http-403, vendor xero, kind rejected')
  expect(causes.at(-3)).toContain('constraint businesses_country_check')
  const frames = event.exception.values.at(-1).stacktrace.frames
  expect(frames.at(-1)).toMatchObject({
    filename: 'server/platform/reporting/reports.test.ts',
    function: 'personalError',
    in_app: true,
  })
})

test('what the engine says of our own code is kept: it names no value', async () => {
  const { log, close } = start()
  const broken = {} as { customer: { name: string } }
  try {
    log.info(broken.customer.name)
  } catch (err) {
    log.error({ err }, 'a route failed')
  }
  log.error({ err: new TypeError("Jane Canary's number is not a function") }, 'another')
  await close()
  expect(events().map((event) => event.exception.values[0].value)).toEqual([
    "Cannot read properties of undefined (reading 'name')",
    '',
  ])
})

test('lines below the level of an error are not reported', async () => {
  const { log, close } = start()
  log.info({ err: new Error('x') }, 'a vendor failed')
  log.warn({ err: new Error('x') }, 'a vendor failed')
  log.error('what was under way did not end in time')
  await close()
  expect(events().map((event) => event.logentry.formatted)).toEqual([
    'what was under way did not end in time',
  ])
})

test('of a thousand failures each fault is told once, thirty in a minute, and the rest is counted', async () => {
  const { log, counts, close } = start()
  for (let n = 0; n < 1_000; n += 1) log.error({ err: new Error('away') }, 'work failed: it is tried again')
  for (let n = 0; n < 100; n += 1) log.error(`fault ${n}`)
  await expect.poll(() => counts['sent']).toBe(30)
  await close()
  expect(counts).toEqual({ sent: 30, dropped: 1_070 })
})

test('a server that refuses, limits or hangs fails no work, and is left alone when it asks for that', async () => {
  const { log, counts, close } = start()
  stub.answer = () => 'reset'
  log.error('the first')
  await expect.poll(() => counts).toEqual({ failed: 1 })
  stub.answer = () => ({ status: 429, headers: { 'retry-after': '120' } })
  log.error('the second')
  await expect.poll(() => counts).toEqual({ failed: 2 })
  log.error('the third')
  expect(counts).toEqual({ failed: 2, dropped: 1 })
  await close()
  expect(stub.calls).toHaveLength(2)
})

test('a server that asks to be left alone for a year is asked again within the hour', async () => {
  const { log, counts, close } = start()
  stub.answer = () => ({ status: 429, headers: { 'retry-after': '31536000' } })
  log.error('the first')
  await expect.poll(() => counts).toEqual({ failed: 1 })
  stub.answer = () => ({ status: 200, json: {} })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 })
  log.error('the second')
  vi.useRealTimers()
  await expect.poll(() => counts).toEqual({ failed: 1, sent: 1 })
  await close()
})

const run = (dsn: string): Promise<{ code: number; stderr: string }> =>
  new Promise((resolve) => {
    const program = join(import.meta.dirname, '../../../test/support/doomed/reports-and-throws.ts')
    execFile(process.execPath, [program, dsn], (failed, _, stderr) =>
      resolve({ code: Number(failed?.code ?? 0), stderr }),
    )
  })

test('an error that ends a process is reported, and ends it as it would without', async () => {
  stub.answer = () => ({ status: 200, json: {} })
  const reported = await run(`${stub.url.replace('//', '//pubkey@')}/7`)
  const plain = await run('')
  expect(reported.code).toBe(plain.code)
  expect(reported.code).not.toBe(0)
  expect(reported.stderr).toContain('Jane Canary is lost')
  expect(events()).toEqual([
    expect.objectContaining({ level: 'fatal', logentry: { formatted: 'the process ended by an error' } }),
  ])
  expect(stub.calls[0]!.body).not.toMatch(CANARIES)
})

test.each([
  'https://key@sentry.example/42',
  'https://key:secret@glitchtip.example/a/b/7',
  'http://k@[::1]:9000/1',
])('takes %s', (text) => expect(readDsn(text)).toMatchObject({ publicKey: expect.stringMatching(/^k/) }))

test.each(['', 'sentry', 'https://sentry.example/42', 'https://key@sentry.example', 'ftp://key@host/1'])(
  'refuses %j',
  (text) => expect(readDsn(text)).toBeUndefined(),
)
