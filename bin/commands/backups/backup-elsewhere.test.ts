import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { seedBusiness } from '../../../server/flows/accounts/seed-business.ts'
import { startEmbeddedPostgres } from '../../../server/platform/postgres/embedded/embedded-postgres.ts'
import { createSealer } from '../../../server/platform/seal.ts'
import { asClient, emptyDatabase, everything, useBackupFolder } from '../../../test/support/backups.ts'
import { goodword, type Ran } from '../../../test/support/command-line.ts'
import { useDatabase } from '../../../test/support/database.ts'
import { STORE_KEYS, useStore } from '../../../test/support/s3/s3-store.ts'

const base = useDatabase()
const store = useStore()
const { folder, place, keyFile, names } = useBackupFolder()
const encryptionKey = randomBytes(32).toString('hex')
let key: { path: string; recipient: string }

const run = (url: string, to: string, ...args: string[]): Promise<Ran> => runWith({}, url, to, ...args)
const runWith = (more: Record<string, string>, url: string, to: string, ...args: string[]): Promise<Ran> =>
  goodword(
    {
      DATABASE_URL: url,
      DATA_DIR: folder,
      ENCRYPTION_KEYS: encryptionKey,
      BACKUP_TO: to,
      BACKUP_KEY: key.recipient,
      BACKUP_VERIFY_IDENTITY_FILE: key.path,
      BACKUP_S3_ENDPOINT: store.url,
      BACKUP_S3_REGION: 'ap-southeast-2',
      BACKUP_S3_KEY_ID: STORE_KEYS.id,
      BACKUP_S3_SECRET: STORE_KEYS.secret,
      ...more,
    },
    ...args,
  )

beforeAll(async () => {
  key = await keyFile('operator.key')
  const sealer = createSealer([encryptionKey])
  for (const number of [1, 2, 3])
    await seedBusiness(
      { db: base.db, sealer },
      { number, fundsCents: 500, currency: 'AUD', name: `No. ${number}` },
    )
})

test('a backup in a store is listed, verified and restored from there', async () => {
  const to = 's3://goodword/nightly'
  const { code, out, err } = await run(base.url, to, 'backup')
  expect([code, err]).toEqual([0, ''])
  const [name] = out.split(' ')
  expect([...store.objects.keys()]).toEqual([`goodword/nightly/${name}`])
  expect((await run(base.url, to, 'backup', 'list')).out).toBe(`${name}\n`)
  expect((await run(base.url, to, 'backup', 'verify')).out).toContain('It can be restored.')
  const url = await emptyDatabase(base.url)
  expect(await run(url, to, 'restore', `${to}/${name}`)).toMatchObject({ code: 0, err: '' })
  expect(await everything(url)).toEqual(await everything(base.url))
})

test('a store that fails half-way is named in one line, and has nothing afterwards', async () => {
  store.fault = ({ method }) => (method === 'PUT' ? 'reset' : undefined)
  const { code, err } = await run(base.url, 's3://goodword', 'backup')
  expect([code, err]).toEqual([1, 's3://goodword cannot be used: The store gave no answer to a part.\n'])
  expect([store.objects.size, store.uploads.size]).toEqual([0, 0])
})

test('a download that breaks off loads nothing', async () => {
  const { out } = await run(base.url, 's3://goodword', 'backup')
  const [name] = out.split(' ')
  const whole = store.objects.get(`goodword/${name}`)!
  store.objects.set(`goodword/${name}`, whole.subarray(0, whole.length - 20))
  const url = await emptyDatabase(base.url)
  const { code, err } = await run(url, 's3://goodword', 'restore', 'latest')
  expect([code, err.split('\n').length]).toEqual([1, 2])
  expect(err).toContain('damaged or cut off')
})

test('a connection to the store that ends half-way is named, and is no fault of the backup', async () => {
  const { out } = await run(base.url, 's3://goodword', 'backup')
  const [name] = out.split(' ')
  store.fault = ({ path }) => (path.endsWith('.age') ? 'cut' : undefined)
  const words =
    `s3://goodword cannot be used: the connection ended before all of ${name} was read. ` +
    'Nothing was changed: try again, or fetch the file another way and name it.\n'
  expect(await run(base.url, 's3://goodword', 'backup', 'verify')).toEqual({ code: 1, out: '', err: words })
  const url = await emptyDatabase(base.url)
  expect(await run(url, 's3://goodword', 'restore', 'latest')).toEqual({ code: 1, out: '', err: words })
  store.fault = ({ path }) => (path.endsWith('.age') ? 'reset' : undefined)
  expect((await run(base.url, 's3://goodword', 'backup', 'verify')).err).toBe(
    's3://goodword cannot be used: The store gave no answer.\n',
  )
})

test('a backup of one supported PostgreSQL is restored on the other, and back', async () => {
  const server = mkdtempSync(join(tmpdir(), 'goodword-other-'))
  chmodSync(server, 0o755)
  const version = process.env['TEST_POSTGRES'] === '17' ? 18 : 17
  const other = await startEmbeddedPostgres(server, { version, settings: { fsync: 'off' } })
  onTestFinished(async () => {
    await other.stop()
    rmSync(server, { recursive: true, force: true })
  })
  const versions = await Promise.all(
    [base.url, other.url]
      .map((url) =>
        asClient(
          url,
          async (client) => (await client.query<{ v: string }>('show server_version_num as v')).rows[0],
        ),
      )
      .map((row) => row.catch(() => undefined)),
  )
  expect(versions).toHaveLength(2)
  await run(base.url, place, 'backup')
  expect(await run(other.url, place, 'restore', 'latest')).toMatchObject({ code: 0, err: '' })
  expect(await everything(other.url)).toEqual(await everything(base.url))
  expect((await run(other.url, join(folder, 'other'), 'backup')).err).toBe('')
  const back = await emptyDatabase(base.url)
  expect(await run(back, join(folder, 'other'), 'restore', 'latest')).toMatchObject({ code: 0, err: '' })
  expect(await everything(back)).toEqual(await everything(base.url))
  const there = { BACKUP_VERIFY_DATABASE_URL: other.url }
  expect((await runWith(there, base.url, place, 'backup', 'verify')).out).toContain(
    'as its migrations make it',
  )
  expect(names()).toHaveLength(1)
})
