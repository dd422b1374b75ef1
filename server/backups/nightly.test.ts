import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { asClient } from '../../test/support/backups.ts'
import { useProduct } from '../../test/support/product.ts'
import { checkBackup } from '../operations/checks/check-backup.ts'
import { createDepthGauges } from '../wiring/depth-gauges.ts'
import { isBackupDue } from './backup-due-rules.ts'
import { makeKeys } from './backup-keys.ts'
import { Refusal } from '../platform/errors.ts'
import { backUp } from './taking/back-up.ts'
import { folderPlace } from './places/folder-place.ts'
import { takeBackup } from './taking/take-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'goodword-nightly-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const keys = await makeKeys(new Date())
const identity = join(folder, 'worker.key')
writeFileSync(identity, keys.file)
const place = join(folder, 'kept')
const product = useProduct({
  settings: { BACKUP_TO: place, BACKUP_KEY: keys.recipient, BACKUP_VERIFY_IDENTITY_FILE: identity },
})
const names = () => (existsSync(place) ? readdirSync(place) : [])
const records = async () =>
  (await sql<Record<string, unknown>>`select * from backups order by taken_at`.execute(product.db)).rows
const doctor = () => checkBackup(product.db, product.parts.env)
const age = async (name: string) =>
  /^goodword_\w+ (\S+)$/m.exec(await createDepthGauges(product.db, place).getSingleMetricAsString(name))?.[1]

beforeEach(async () => {
  rmSync(place, { recursive: true, force: true })
  await sql`delete from backups`.execute(product.db)
})

test('one is due at the quiet hour, once a night, and at any hour where a night was missed', () => {
  const now = new Date('2026-11-23T16:10:00Z')
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const due = (takenAt: Date | null, hour = 16) => isBackupDue({ takenAt, now, hour })
  expect(due(null, 3)).toBe(true)
  expect([due(before(24)), due(before(24), 3), due(before(26), 3)]).toEqual([true, false, true])
  expect([due(before(0.1)), due(before(6))]).toEqual([false, false])
})

test('a worker takes one, restores it as a trial, and then has nothing to do for a day', async () => {
  expect(await doctor()).toMatchObject({
    state: 'WRONG',
    words: expect.stringContaining('none is at'),
  })
  expect(await age('goodword_backup_age_seconds')).toBeUndefined()
  await product.job('back-up')
  await product.job('back-up')
  expect(names()).toHaveLength(1)
  expect(await records()).toMatchObject([
    {
      place,
      name: names()[0],
      failed_at: null,
      read_back_at: expect.any(Date),
      verified_at: expect.any(Date),
    },
  ])
  expect(await doctor()).toMatchObject({
    state: 'ok',
    words: expect.stringContaining('restored as a trial of'),
  })
  expect(Number(await age('goodword_backup_age_seconds'))).toBeLessThan(120)
  expect(Number(await age('goodword_backup_verified_age_seconds'))).toBeLessThan(120)
})

test('doctor names what is over a day old, and what was never restored', async () => {
  await product.job('back-up')
  await sql`update backups set verified_at = null, taken_at = now() - interval '1 hour'`.execute(product.db)
  // Until the first trial it counts from the first backup.
  expect(Math.round(Number(await age('goodword_backup_verified_age_seconds')) / 3600)).toBe(1)
  expect(await doctor()).toMatchObject({
    state: 'WRONG',
    words: expect.stringContaining('no trial of one is on record'),
  })
  await sql`update backups set verified_at = now(), taken_at = now() - interval '27 hours'`.execute(
    product.db,
  )
  expect(await doctor()).toMatchObject({ state: 'WRONG', words: expect.stringContaining('over a day ago') })
  expect(Number(await age('goodword_backup_verified_age_seconds'))).toBeGreaterThan(26 * 3600)
  await sql`delete from backups`.execute(product.db)
  expect(await checkBackup(product.db, { ...product.parts.env, BACKUP_TO: undefined })).toMatchObject({
    state: 'not checked',
  })
})

test('after a restore doctor names what lies there, though no backup is on record', async () => {
  await product.job('back-up')
  await sql`delete from backups`.execute(product.db)
  expect(await doctor()).toMatchObject({
    state: 'WRONG',
    words: `none is on record, as after a restore; 1 backup lies at ${place}, the newest ${names()[0]}: a worker takes one within the hour, \`goodword backup\` at once`,
  })
})

test('after a restore it names what is newer there than the last that the restored database knows', async () => {
  await product.job('back-up')
  expect((await doctor()).words).toMatch(/^the last is of [^;]*$/)
  await sql`update backups set name = 'before', taken_at = taken_at - interval '1 hour'`.execute(product.db)
  const { state, words } = await doctor()
  expect(state).toBe('ok')
  expect(words).toMatch(/^the last on record is of .*, the last on record that was restored as a trial of /)
  expect(words).toContain(
    `; as after a restore, 1 newer backup that is not on record lies at ${place}: ${names()[0]}`,
  )
  await sql`update backups set taken_at = taken_at - interval '2 days'`.execute(product.db)
  expect(await doctor()).toMatchObject({ state: 'WRONG', words: expect.stringContaining(names()[0]!) })
  await sql`update backups set verified_at = null, taken_at = now() - interval '1 hour'`.execute(product.db)
  expect((await doctor()).words).toContain('and no trial of one is on record')
})

test('two workers at the same moment take one', async () => {
  const running = [product.job('back-up'), product.job('back-up')]
  await Promise.all(running)
  expect(names()).toHaveLength(1)
})

test('one that hangs is ended, leaves no file, and doctor says why', async () => {
  await asClient(product.databaseUrl, async (other) => {
    await other.query('begin; lock table users')
    const taking = takeBackup({
      databaseUrl: product.databaseUrl,
      place: folderPlace(place),
      recipients: [keys.recipient],
      stallMs: 700,
    })
    await expect(taking).rejects.toThrow('Nothing moved for 0.7 s.')
    await other.query('rollback')
  })
  expect(names()).toEqual([])
})

test('a worker that stops ends its backup, and the next run is whole', async () => {
  const stopping = new AbortController()
  stopping.abort()
  await expect(product.job('back-up', {}, stopping.signal)).rejects.toThrow('The process ends.')
  expect(names()).toEqual([])
  await product.job('back-up')
  expect(names()).toHaveLength(1)
})

test('one that fails is on record, and doctor says why until the next is whole', async () => {
  await product.job('back-up')
  const failing = {
    ...folderPlace(place),
    write: () => Promise.reject(new Refusal('file', 422, 'It is full.')),
  }
  const { databaseUrl, db } = product
  const backingUp = { db, databaseUrl, place: failing, recipients: [keys.recipient] }
  // A name has seconds: the one before has another.
  await sql`update backups set name = 'before' where name = ${names()[0]}`.execute(db)
  await expect(backUp(backingUp)).rejects.toThrow('It is full.')
  expect(await doctor()).toMatchObject({
    state: 'WRONG',
    words: expect.stringContaining('one failed: It is full.'),
  })
  expect(names()).toHaveLength(1)
})

test('a store that gives back other bytes than it was given is noticed', async () => {
  const kept = folderPlace(place)
  const lossy = {
    ...kept,
    write: async (...[file, ...rest]: Parameters<typeof kept.write>) => {
      const size = await kept.write(file, ...rest)
      truncateSync(join(place, file), size - 1)
      return size
    },
  }
  const taking = { databaseUrl: product.databaseUrl, place: lossy, recipients: [keys.recipient] }
  await expect(takeBackup(taking)).rejects.toThrow('does not give back what was written to it')
  expect(names()).toEqual([])
})

test('what cannot be read back does not stay as one of the good ones', async () => {
  const cutOff = { ...folderPlace(place), read: () => Promise.reject(new Error('It was cut off.')) }
  const { databaseUrl } = product
  await expect(takeBackup({ databaseUrl, place: cutOff, recipients: [keys.recipient] })).rejects.toThrow(
    'It was cut off.',
  )
  expect(names()).toEqual([])
})

test('a full disk ends it in one line, and leaves no part of it', async ({ skip, task }) => {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'goodword-test', disk]).status !== 0) {
    task.meta.needs = 'a disk that can be mounted'
    return skip()
  }
  try {
    const taking = {
      databaseUrl: product.databaseUrl,
      place: folderPlace(disk),
      recipients: [keys.recipient],
    }
    await expect(takeBackup(taking)).rejects.toThrow(`${disk} cannot be used: the disk is full.`)
    expect(readdirSync(disk)).toEqual([])
  } finally {
    spawnSync('umount', ['--lazy', disk])
  }
})
