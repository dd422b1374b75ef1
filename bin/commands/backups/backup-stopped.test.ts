import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkTrials } from '../../../server/operations/checks/check-trials.ts'
import { startEmbeddedPostgres } from '../../../server/platform/postgres/embedded/embedded-postgres.ts'
import { useBackedUp } from '../../../test/support/backed-up.ts'
import { asClient } from '../../../test/support/backups.ts'
import { STORE_KEYS, useStore } from '../../../test/support/s3/s3-store.ts'

const store = useStore()
const { product, folder, place, key, names, newest, runWith } = useBackedUp()

/** A server of its own: other tests make such databases on theirs. */
const server = mkdtempSync(join(tmpdir(), 'goodword-apart-'))
let apart: Awaited<ReturnType<typeof startEmbeddedPostgres>>
beforeAll(async () => {
  chmodSync(server, 0o755)
  apart = await startEmbeddedPostgres(server, { settings: { fsync: 'off' } })
})
afterAll(async () => {
  await apart.stop()
  rmSync(server, { recursive: true, force: true })
})

const start = (...args: string[]) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../goodword.ts'), ...args], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: product.databaseUrl,
      DATA_DIR: folder,
      ENCRYPTION_KEYS: product.parts.env.ENCRYPTION_KEYS[0],
      BACKUP_TO: place,
      BACKUP_KEY: key.recipient,
      BACKUP_VERIFY_DATABASE_URL: apart.url,
      BACKUP_S3_ENDPOINT: store.url,
      BACKUP_S3_KEY_ID: STORE_KEYS.id,
      BACKUP_S3_SECRET: STORE_KEYS.secret,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let err = ''
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  return { child, err: () => err }
}
const throwaways = async (): Promise<string[]> => {
  const { rows } = await asClient(apart.url, (client) =>
    client.query<{ name: string }>(
      `select datname as name from pg_database where datname like 'goodword_verify_%'`,
    ),
  )
  return rows.map(({ name }) => name)
}
const urlOf = (name: string) => apart.url.replace(/\/[^/]*$/, `/${name}`)
const waitsForLock = (name: string): Promise<boolean> =>
  asClient(product.databaseUrl, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`,
      [name],
    )
    return rowCount! > 0
  })

test('a trial drops its database when it is done', async () => {
  const there = { BACKUP_VERIFY_DATABASE_URL: apart.url }
  expect(await runWith(there, product.databaseUrl, 'backup', 'verify')).toMatchObject({ code: 0 })
  expect(await throwaways()).toEqual([])
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a trial that is ended by %s drops its database',
  async (signal) => {
    store.objects.set('goodword/nightly/half.age', readFileSync(newest()))
    store.fault = () => 'stall'
    const { child, err } = start('backup', 'verify', 's3://goodword/nightly/half.age', '--identity', key.path)
    await expect.poll(throwaways, { timeout: 20_000 }).toHaveLength(1)
    child.kill(signal)
    await once(child, 'exit')
    expect([child.exitCode, err()]).toEqual([1, 'Stopped, and nothing was left behind.\n'])
    expect(await throwaways()).toEqual([])
  },
)

test('a backup that is ended by Ctrl-C leaves no part of it', async () => {
  const before = names()
  await asClient(product.databaseUrl, async (other) => {
    await other.query('begin; lock table users')
    const { child, err } = start('backup')
    await expect
      .poll(() => waitsForLock(new URL(product.databaseUrl).pathname.slice(1)), { timeout: 30_000 })
      .toBe(true)
    child.kill('SIGINT')
    await once(child, 'exit')
    expect([child.exitCode, err()]).toEqual([1, 'The process ends.\n'])
    await other.query('rollback')
  })
  expect(readdirSync(place).toSorted()).toEqual(before)
})

test('doctor names the database of a trial that was killed, and none that is at work', async () => {
  const made = (minutes: number) => `goodword_verify_${Math.floor(Date.now() / 1000) - minutes * 60}_abcdef`
  const [old, inUse, young] = [made(7), made(6), made(1)]
  const doctor = () => checkTrials(product.parts.pool, { BACKUP_VERIFY_DATABASE_URL: apart.url })
  expect(await doctor()).toBeUndefined()
  await asClient(apart.url, async (client) => {
    for (const name of [old, inUse, young]) await client.query(`create database ${name}`)
    await asClient(urlOf(inUse), async () => {
      expect(await doctor()).toMatchObject({
        state: 'WRONG',
        words: `1 database was left behind by a trial that was killed: drop database ${old};`,
      })
    })
    for (const name of [old, inUse, young]) await client.query(`drop database ${name}`)
  })
})
