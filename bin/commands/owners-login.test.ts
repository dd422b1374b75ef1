import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asClient, emptyDatabase, useBackupFolder } from '../../test/support/backups.ts'
import { goodword } from '../../test/support/command-line.ts'
import { useDatabase } from '../../test/support/database.ts'

const base = useDatabase()
const { folder, keyFile } = useBackupFolder()

/** An empty database, and the address of a login that owns nothing there. */
const twoLogins = async () => {
  const owners = await emptyDatabase(base.url)
  const login = `app_${randomBytes(6).toString('hex')}`
  await asClient(owners, (client) => client.query(`create role ${login} login password 'secret'`))
  const own = new URL(owners)
  own.username = login
  own.password = 'secret'
  return { owners, own: own.href }
}

const give = 'The login of DATABASE_URL does not own the schema: give MIGRATE_DATABASE_URL.\n'
const giveOther =
  'The login of MIGRATE_DATABASE_URL does not own the schema: give the one that owns the database.\n'

test('the first migrate says by which login it has to come', async () => {
  const { owners, own } = await twoLogins()
  const migrate = (urls: object) => goodword({ DATA_DIR: folder, ...urls }, 'migrate')
  expect(await migrate({ DATABASE_URL: own })).toEqual({ code: 1, out: '', err: give })
  const other = await migrate({ DATABASE_URL: own, MIGRATE_DATABASE_URL: own })
  expect(other).toEqual({ code: 1, out: '', err: giveOther })
  expect(await migrate({ DATABASE_URL: own, MIGRATE_DATABASE_URL: owners })).toMatchObject({ code: 0 })
  expect(await migrate({ DATABASE_URL: own, MIGRATE_DATABASE_URL: own })).toEqual(other)
  expect(await migrate({ DATABASE_URL: own })).toMatchObject({ code: 0 })
})

test('so does the last part of an update', async () => {
  const { owners, own } = await twoLogins()
  const migrate = (...args: string[]) =>
    goodword({ DATA_DIR: folder, DATABASE_URL: own, MIGRATE_DATABASE_URL: owners }, 'migrate', ...args)
  expect(await migrate()).toMatchObject({ code: 0 })
  expect(await migrate('--finish')).toMatchObject({ code: 0 })
  const last = '0088-visits-are-partitioned.sql'
  await asClient(owners, (client) => client.query('delete from schema_migrations where name = $1', [last]))
  const finish = await goodword({ DATA_DIR: folder, DATABASE_URL: own }, 'migrate', '--finish')
  expect(finish).toEqual({ code: 1, out: '', err: `${last} is still to come. ${give}` })
})

test('so does restore, before it reads the backup', async () => {
  const { own } = await twoLogins()
  const backup = join(folder, 'some.age')
  writeFileSync(backup, 'not read')
  const { path } = await keyFile('operator.key')
  const restore = (urls: object) =>
    goodword({ DATA_DIR: folder, ...urls }, 'restore', backup, '--identity', path)
  expect(await restore({ DATABASE_URL: own })).toEqual({ code: 1, out: '', err: give })
  expect(await restore({ DATABASE_URL: own, MIGRATE_DATABASE_URL: own })).toEqual({
    code: 1,
    out: '',
    err: giveOther,
  })
})

const otherDatabase =
  'MIGRATE_DATABASE_URL leads to another database than DATABASE_URL: nothing was changed. Correct one of them.\n'

test('two logins that lead to two databases are refused, whatever is to be changed there', async () => {
  const { own } = await twoLogins()
  const other = await emptyDatabase(base.url)
  const urls = { DATA_DIR: folder, DATABASE_URL: own, MIGRATE_DATABASE_URL: other }
  expect(await goodword(urls, 'migrate')).toEqual({ code: 1, out: '', err: otherDatabase })
  const backup = join(folder, 'some.age')
  writeFileSync(backup, 'not read')
  const { path } = await keyFile('other.key')
  const restore = await goodword(urls, 'restore', backup, '--identity', path)
  expect(restore).toEqual({ code: 1, out: '', err: otherDatabase })
  const tables = await asClient(other, (client) =>
    client.query(`select from pg_tables where schemaname = 'public'`),
  )
  expect(tables.rowCount).toBe(0)
})

test('a login that is not let into the database yet is no hindrance', async () => {
  const { owners, own } = await twoLogins()
  const database = new URL(own).pathname.slice(1)
  await asClient(owners, (client) => client.query(`revoke connect on database ${database} from public`))
  const urls = { DATA_DIR: folder, DATABASE_URL: own, MIGRATE_DATABASE_URL: owners }
  expect(await goodword(urls, 'migrate')).toMatchObject({ code: 0 })
})
