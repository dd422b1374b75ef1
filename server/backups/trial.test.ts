import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { asClient } from '../../test/support/backups.ts'
import { useProduct } from '../../test/support/product.ts'
import { createTrader } from '../../test/support/trader.ts'
import { checkBackup } from '../operations/checks/check-backup.ts'
import { createSealer } from '../platform/seal.ts'
import { createDepthGauges } from '../wiring/depth-gauges.ts'
import { makeKeys } from './backup-keys.ts'
import { recordVerified } from './backup-records.ts'
import { readIdentities } from './read-identities.ts'
import { backUp } from './taking/back-up.ts'
import { folderPlace } from './places/folder-place.ts'
import { restoreBackup } from './restoring/restore-backup.ts'
import { faultsOf, verifyBackup } from './restoring/verify-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'goodword-trial-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const [keys, others] = [await makeKeys(new Date()), await makeKeys(new Date())]
const identity = join(folder, 'worker.key')
const place = join(folder, 'kept')
const product = useProduct({
  settings: {
    BACKUP_TO: place,
    BACKUP_KEY: keys.recipient,
    BACKUP_VERIFY_IDENTITY_FILE: identity,
    BACKUP_KEEP: '2',
  },
})
const names = () => (existsSync(place) ? readdirSync(place).toSorted() : [])
const doctor = () => checkBackup(product.db, product.parts.env)
const hours = async (name: string) => {
  const text = await createDepthGauges(product.db, place).getSingleMetricAsString(name)
  return Math.round(Number(/^goodword_\w+ (\S+)$/m.exec(text)?.[1]) / 3600)
}

const OLD = ['20200101T000000Z', '20200102T000000Z'].map((moment) => `goodword-${moment}.tar.zst.age`)

beforeEach(async () => {
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place)
  for (const name of OLD) writeFileSync(join(place, name), 'old')
  writeFileSync(identity, keys.file)
  await sql`delete from backups`.execute(product.db)
})

test('the oldest goes once the new one was restored as a trial', async () => {
  await product.job('back-up')
  expect(names()).toHaveLength(2)
  expect(names()[0]).toBe(OLD[1])
})

test('a trial that fails removes none, and what failed stands for none of those that stay', async () => {
  writeFileSync(identity, others.file)
  await product.job('back-up')
  const [failed] = names().slice(-1)
  expect(names()).toEqual([...OLD, failed])
  expect(await doctor()).toMatchObject({
    state: 'WRONG',
    words: expect.stringContaining('encrypted to another key'),
  })
  writeFileSync(identity, keys.file)
  const renamed = 'goodword-20200103T000000Z.tar.zst.age'
  renameSync(join(place, failed!), join(place, renamed))
  await sql`update backups set taken_at = taken_at - interval '2 days', name = ${renamed}`.execute(product.db)
  await product.job('back-up')
  expect(names()).toEqual([OLD[1], renamed, names().at(-1)])
  expect(await doctor()).toMatchObject({ state: 'ok' })
})

test('a trial that a restart cut short comes with the next hour, and says nothing about the backup', async () => {
  const taking = { db: product.db, databaseUrl: product.databaseUrl, recipients: [keys.recipient] }
  await backUp({ ...taking, place: folderPlace(place) })
  const stopping = new AbortController()
  stopping.abort()
  await product.job('back-up', {}, stopping.signal)
  expect(names()).toHaveLength(3)
  expect(await doctor()).toMatchObject({ words: expect.stringContaining('no trial of one is on record') })
  await product.job('back-up')
  expect(names()).toHaveLength(2)
  expect(await doctor()).toMatchObject({ state: 'ok' })
})

test('a trial is good whatever became of the connection that made its database', async () => {
  const { db, databaseUrl } = product
  const at = folderPlace(place)
  const { name } = await backUp({ db, databaseUrl, recipients: [keys.recipient], place: at })
  const identities = await readIdentities(identity)
  await asClient(databaseUrl, async (client) => {
    const cutOff = async function* () {
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where state = 'idle' and query like 'create database goodword_verify_%'`,
      )
      yield* await at.read(name)
    }
    const bytes = Readable.from(cutOff())
    const trial = { databaseUrl, bytes, identities, keys: product.parts.env.ENCRYPTION_KEYS }
    const faults: unknown[] = []
    const verified = await verifyBackup({ ...trial, notDropped: (cause) => faults.push(cause) })
    expect([faultsOf(verified), faults]).toEqual([[], []])
  })
})

test('what was stopped before it began to read waits for no byte, and lets the file go', async () => {
  const signal = AbortSignal.abort(new Error('stopped'))
  for (const begin of [restoreBackup, verifyBackup]) {
    const bytes = new PassThrough()
    const { databaseUrl, parts } = product
    const work = begin({
      databaseUrl,
      bytes,
      signal,
      stallMs: 500,
      identities: await readIdentities(identity),
      keys: parts.env.ENCRYPTION_KEYS,
      notDropped: () => undefined,
    })
    await expect(work).rejects.toThrow('stopped')
    expect(bytes.destroyed).toBe(true)
  }
})

test('one that was never read back stands for none of the good ones', async () => {
  await sql`insert into backups (place, name, taken_at) values (${place}, ${OLD[1]}, now())`.execute(
    product.db,
  )
  await product.job('back-up')
  expect(names()).toEqual([...OLD, names().at(-1)])
})

test('what is sealed with a key that this installation lacks fails the trial', async () => {
  const { ENCRYPTION_KEYS } = product.parts.env
  product.parts.env.ENCRYPTION_KEYS = [Buffer.alloc(32, 7).toString('hex')]
  try {
    await product.job('back-up')
  } finally {
    product.parts.env.ENCRYPTION_KEYS = ENCRYPTION_KEYS
  }
  expect(await doctor()).toMatchObject({
    state: 'WRONG',
    words: expect.stringContaining('ENCRYPTION_KEYS lacks'),
  })
})

test('so does a connection to a profile whose key this installation lacks', async () => {
  const { businessId } = await createTrader(product)
  const sealer = createSealer([Buffer.alloc(32, 8).toString('hex')])
  await sql`insert into profile_connections (business_id, refresh_token, granted_at, state, state_since)
            values (${businessId}, ${sealer.seal('token', 'place')}, now(), 'connected', now())`.execute(
    product.db,
  )
  await product.job('back-up')
  await sql`delete from profile_connections`.execute(product.db)
  expect(await doctor()).toMatchObject({
    state: 'WRONG',
    words: expect.stringContaining('ENCRYPTION_KEYS lacks'),
  })
})

test('a schema that was changed by hand fails the trial', async () => {
  await asClient(product.databaseUrl, async (client) => {
    await client.query('create index by_hand on businesses (name)')
    await product.job('back-up')
    await client.query('drop index by_hand')
  })
  expect(await doctor()).toMatchObject({
    state: 'WRONG',
    words: expect.stringContaining('its schema is not what its migrations make'),
  })
})

test('a balance that its entries do not make fails the trial, and none goes', async () => {
  const { businessId } = await createTrader(product)
  const tamper = (cents: number) =>
    asClient(product.databaseUrl, async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query(
        'update balances set available_cents = available_cents + $2 where business_id = $1',
        [businessId, cents],
      )
    })
  await tamper(1)
  await product.job('back-up')
  await tamper(-1)
  expect(await doctor()).toMatchObject({ state: 'WRONG', words: expect.stringContaining('balance says') })
  expect(names()).toEqual([...OLD, names().at(-1)])
})

test('one elsewhere, or of a moment to come, does not make the nightly ones look younger', async () => {
  await product.job('back-up')
  await sql`update backups set taken_at = now() - interval '30 hours'`.execute(product.db)
  await sql`insert into backups (place, name, taken_at, finished_at, verified_at)
            values ('/elsewhere', 'by hand', now(), now(), now()),
                   (${place}, 'ahead', now() + interval '3 days', now(), now())`.execute(product.db)
  expect(await doctor()).toMatchObject({ state: 'WRONG', words: expect.stringContaining('over a day ago') })
  expect(await hours('goodword_backup_age_seconds')).toBe(30)
  expect(await hours('goodword_backup_verified_age_seconds')).toBe(30)
})

test('a copy that is restored elsewhere proves the nightly one', async () => {
  const { db } = product
  await product.job('back-up')
  await sql`update backups set verified_at = null`.execute(db)
  const { rows } = await sql<{ name: string; at: Date }>`select name, taken_at as at from backups`.execute(db)
  await recordVerified(db, { place: '/copies', name: rows[0]!.name }, rows[0]!.at)
  expect(await doctor()).toMatchObject({ state: 'ok' })
})

test('where the folder was emptied, it is as old as the first ever, and the next one is due at once', async () => {
  await product.job('back-up')
  await sql`update backups set taken_at = now() - interval '3 hours', name = 'lost'`.execute(product.db)
  for (const name of names()) rmSync(join(place, name))
  truncateSync(identity)
  await product.job('back-up')
  expect(names()).toHaveLength(1)
  expect(await hours('goodword_backup_age_seconds')).toBe(0)
  rmSync(place, { recursive: true })
  await sql`update backups set removed_at = now()`.execute(product.db)
  expect(await hours('goodword_backup_age_seconds')).toBe(3)
  expect(await doctor()).toMatchObject({ state: 'WRONG', words: expect.stringContaining('none is at') })
})

test('a worker whose clock is ahead does not take one each hour', async () => {
  await product.job('back-up')
  const before = names()
  product.later(48 * 3_600_000)
  await product.job('back-up')
  expect(names()).toEqual(before)
})
