import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { productProcess, type ProductProcess } from '../bench/rig/product-process.ts'
import { productSettings } from '../bench/rig/settings.ts'
import { makeKeys } from '../server/backups/backup-keys.ts'
import { goodword } from './support/command-line.ts'
import { useDatabase } from './support/database.ts'
import { freePort } from './support/free-port.ts'

/** The real processes on a database of another version: one migration more, or one less. */
const base = useDatabase()
const running: ProductProcess[] = []
const ENCRYPTION_KEYS = randomBytes(32).toString('base64')
let folder: string
let pool: Pool
let port: number

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'goodword-other-version-'))
  pool = new Pool({ connectionString: base.url, max: 1 })
  port = await freePort()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.kill()))
  await pool.query(`delete from schema_migrations where name = '${MADE_UP}'`)
  await pool.end()
  rmSync(folder, { recursive: true })
})

const MADE_UP = '9999-made-up.sql'
const apply = (breaking: boolean) =>
  pool.query('insert into schema_migrations (name, sha256, breaking) values ($1, $2, $3)', [
    MADE_UP,
    '',
    breaking,
  ])
const REFUSED = `The database is of a newer version (${MADE_UP}), with which this one must not run: deploy the newer one.`

const settings = (more: Record<string, string> = {}) => ({
  ...productSettings({ dataDir: folder, databaseUrl: base.url, port, upstream: 'http://127.0.0.1:9' }),
  ENCRYPTION_KEYS,
  ...more,
})
const make = (entry: 'api' | 'worker', more: Record<string, string> = {}) => {
  const logFile = join(folder, `${entry}.log`)
  const made = productProcess(`server/${entry}.ts`, settings(more), { logFile })
  running.push(made)
  return { ...made, log: () => readFileSync(logFile, 'utf8') }
}
const ask = async (path: string, init?: RequestInit) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
  return { status: answer.status, body: await answer.text() }
}
const startFault = (process: ProductProcess) =>
  process.start().then(
    () => 'started',
    (cause: Error) => cause.message,
  )

test('a worker and an api that meet a breaking migration at work stop, and refuse to start, in one line', async () => {
  const worker = make('worker')
  const api = make('api')
  await Promise.all([worker.start(), api.start()])
  expect((await ask('/readyz')).status).toBe(200)
  await apply(true)
  await expect.poll(worker.isRunning).toBe(false)
  expect(worker.lastEnd()).toBe('code 1')
  expect(worker.log()).toContain(REFUSED)
  expect(await ask('/readyz')).toMatchObject({ status: 503, body: expect.stringContaining(MADE_UP) })
  await expect.poll(async () => (await ask('/webhooks/xero', { method: 'POST' })).status).toBe(503)
  expect((await ask('/healthz')).status).toBe(200)
  await api.stop()
  for (const process of [worker, api])
    expect(await startFault(process)).toMatch(new RegExp(`ended at its start:\n${escaped(REFUSED)}\n$`))
  expect(await goodword(settings(), 'businesses')).toEqual({ code: 1, out: '', err: `${REFUSED}\n` })
  expect(await goodword(settings(), 'migrate')).toEqual({ code: 1, out: '', err: `${REFUSED}\n` })
})

test('no backup is taken that this version could not restore', async () => {
  await apply(true)
  const { recipient } = await makeKeys(new Date())
  const backup = ['backup', '--to', join(folder, 'kept'), '--key', recipient]
  expect(await goodword(settings(), ...backup)).toEqual({ code: 1, out: '', err: `${REFUSED}\n` })
  expect(existsSync(join(folder, 'kept'))).toBe(false)
})

test('with a harmless one they go on, and say so once', async () => {
  await apply(false)
  const worker = make('worker')
  await worker.start()
  expect(worker.log().match(/is of a newer version, with which this one may run/g)).toHaveLength(1)
  expect(await goodword(settings(), 'businesses', '--json')).toMatchObject({ code: 0, out: '[]\n' })
  expect(await goodword(settings(), 'migrate')).toMatchObject({ code: 0 })
})

test('on a database that lacks a migration every process and command refuses, and only migrate applies it', async () => {
  const lacking = '0038-what-a-process-knows.sql'
  await pool.query(`delete from schema_migrations where name = '${lacking}'`)
  await pool.query('alter table processes drop column knows')
  const words = `The database is older than this version: ${lacking} not applied. Run \`goodword migrate\`.`
  for (const entry of ['worker', 'api'] as const)
    expect(await startFault(make(entry))).toMatch(new RegExp(`ended at its start:\n${escaped(words)}\n$`))
  expect(await goodword(settings(), 'businesses')).toEqual({ code: 1, out: '', err: `${words}\n` })
  expect(await goodword(settings(), 'migrate')).toMatchObject({ code: 0, out: `Applied ${lacking}.\n` })
  expect(await goodword(settings(), 'businesses', '--json')).toMatchObject({ code: 0 })
})

test('an api that is to stop says so at /readyz first, goes on answering, and lets its callers go', async () => {
  const api = make('api', { DRAIN_SECONDS: '20' })
  await api.start()
  api.signal('SIGTERM')
  await expect.poll(async () => (await ask('/readyz')).status).toBe(503)
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
})

const escaped = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
