import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { asClient, useBackupFolder } from '../../../test/support/backups.ts'
import { goodword } from '../../../test/support/command-line.ts'
import { useDatabase } from '../../../test/support/database.ts'
import { seedBusiness } from '../../../server/flows/accounts/seed-business.ts'
import { createSealer } from '../../../server/platform/seal.ts'

const base = useDatabase()
const { folder } = useBackupFolder()

const key = randomBytes(32).toString('hex')
let businessId: string
beforeAll(async () => {
  ;({ businessId } = await seedBusiness(
    { db: base.db, sealer: createSealer([key]) },
    { number: 1, fundsCents: 0, currency: 'AUD' },
  ))
})

const exportTo = (file: string) =>
  goodword(
    { DATABASE_URL: base.url, DATA_DIR: folder, ENCRYPTION_KEYS: key },
    'export-business',
    '--business',
    businessId,
    '--out',
    file,
  )
const recorded = async () =>
  (await base.db.selectFrom('audit_log').select('act').where('act', '=', 'exported-business').execute())
    .length

test('a file that is there is not written over', async () => {
  const file = join(folder, 'notes.txt')
  writeFileSync(file, 'mine')
  expect(await exportTo(file)).toEqual({
    code: 1,
    out: '',
    err: `${file} is there already, and is not written over: name another file.\n`,
  })
  expect(readFileSync(file, 'utf8')).toBe('mine')
  expect(await recorded()).toBe(0)
})

test('what another run is writing there is left alone, and says so', async () => {
  const file = join(folder, 'shared.json')
  writeFileSync(`${file}.unfinished`, 'of the other')
  expect(await exportTo(file)).toEqual({
    code: 1,
    out: '',
    err: `${file}.unfinished is there: another run is writing it, or was killed. Wait for that one, or remove the file.\n`,
  })
  expect(readFileSync(`${file}.unfinished`, 'utf8')).toBe('of the other')
  expect(existsSync(file)).toBe(false)
  expect(await recorded()).toBe(0)
})

test('a folder that is not there is named in one line', async () => {
  const file = join(folder, 'none', 'one.json')
  const { code, err } = await exportTo(file)
  expect([code, err]).toEqual([1, expect.stringMatching(/^\S+one\.json cannot be written: ENOENT.*\.\n$/)])
  expect(await recorded()).toBe(0)
})

test('a database that is lost in the middle is named, and not the file', async () => {
  const file = join(folder, 'lost.json')
  await asClient(base.url, async (other) => {
    // Its last section waits for this lock: what comes before it is read and written by then.
    await other.query('begin; lock table transfers')
    const exporting = exportTo(file)
    await vi.waitFor(async () => {
      const { rows } = await other.query(
        `select pg_terminate_backend(pid) from pg_locks where relation = 'transfers'::regclass and not granted`,
      )
      expect(rows).toHaveLength(1)
    }, 20_000)
    const { code, err } = await exporting
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^The database cannot be used now: terminating .*\n$/),
    ])
  })
  expect(readdirSync(folder).filter((name) => name.startsWith('lost'))).toEqual([])
})

test('what is whole bears its name, for one alone to read, and leaves nothing beside it', async () => {
  const file = join(folder, 'whole.json')
  const before = await recorded()
  expect((await exportTo(file)).err).toMatch(/ is written to \S+whole\.json\.\n$/)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toBeInstanceOf(Object)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(existsSync(`${file}.unfinished`)).toBe(false)
  expect((await recorded()) - before).toBe(1)
})
