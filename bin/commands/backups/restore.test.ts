import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useBackedUp } from '../../../test/support/backed-up.ts'
import { goodwordProcess } from '../../../test/support/command-line.ts'
import { asClient, emptyDatabase, everything } from '../../../test/support/backups.ts'
import { tablesOf } from '../../../server/backups/archive/snapshot-tables.ts'
import { FILLED_BY_MIGRATIONS } from '../../../server/backups/restoring/refuse-filled.ts'
import { SCHEMA_FOLDER } from '../../../server/database/database.ts'
import { migrate } from '../../../server/platform/postgres/schema/migrate.ts'
import { readSchemaFiles } from '../../../server/platform/postgres/schema/schema-files.ts'

const { product, folder, key, keyFile, run, runWith, newest } = useBackedUp()

const inFile = (name: string, bytes: Buffer): string => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
const tablesIn = (url: string) =>
  asClient(url, async (client) => {
    const { rows } = await client.query<{ rows: number }>(
      `select count(*)::integer as rows from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    return rows[0]!.rows
  })
const restoreProcess = (url: string) =>
  spawn(
    process.execPath,
    [join(import.meta.dirname, '../../goodword.ts'), 'restore', newest(), '--identity', key.path],
    {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: url,
        DATA_DIR: folder,
        ENCRYPTION_KEYS: product.parts.env.ENCRYPTION_KEYS[0],
      },
      stdio: 'ignore',
    },
  )
/** Asked anew each time: inside a transaction the answer stays what it was. */
const waitsForLock = (url: string): Promise<boolean> =>
  asClient(url, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and query like '%loaded_jobs%' and wait_event_type = 'Lock'`,
    )
    return rowCount! > 0
  })
/** Fails where a restore that was refused left rows behind. */
const expectNothingIn = async (url: string) => {
  if ((await tablesIn(url)) === 0) return
  const filled = Object.entries(await everything(url)).filter(([, rows]) => rows.length > 0)
  expect(filled.map(([name]) => name).filter((name) => !FILLED_BY_MIGRATIONS.includes(name))).toEqual([])
}

test('restored into an empty database all is there again, jobs too, and nothing is sent before the vendors were asked', async () => {
  const url = await emptyDatabase(product.databaseUrl)
  const { code, out, err } = await run(url, 'restore', newest())
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('The recovery fence is up')
  const [there, here] = [await everything(url), await everything(product.databaseUrl)]
  expect(there).toEqual(here)
  expect(here['jobs']!.filter((job) => job.startsWith('forget-card'))).toHaveLength(1)
  expect(here['send_attempts']).toHaveLength(1)
  expect(here['entries']!.length).toBeGreaterThan(3)
  const { rows } = await asClient(url, (client) =>
    client.query('select fenced_at is not null as up, reason, since < now() as early from recovery'),
  )
  expect(rows).toEqual([{ up: true, reason: 'restored', early: true }])
  const again = await run(url, 'restore', newest())
  expect(again.code).toBe(1)
  expect(again.err).toMatch(
    /^The database empty_\w+ is not empty \(\w+, \w+, \w+ …\): make a new one, and restore into that\.\n$/,
  )
  expect(await everything(url)).toEqual(there)
})

test('the restored schema is the one of the migrations, and rows get numbers that no row had', async () => {
  const url = await emptyDatabase(product.databaseUrl)
  await run(url, 'restore', newest())
  const shapeOf = (of: string) =>
    asClient(of, async (client) => {
      const shape = await client.query(
        `select relname, relrowsecurity, relforcerowsecurity,
                (select json_agg(pg_get_constraintdef(c.oid) || ' ' || c.convalidated order by c.conname) from pg_constraint c where conrelid = t.oid) as constraints,
                (select json_agg(pg_get_indexdef(indexrelid) order by 1) from (select indexrelid from pg_index where indrelid = t.oid order by pg_get_indexdef(indexrelid)) i) as indexes,
                (select json_agg(tgname::text || tgenabled::text order by tgname) from pg_trigger where tgrelid = t.oid and not tgisinternal) as triggers
         from pg_class t where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
      )
      return shape.rows
    })
  expect(await shapeOf(url)).toEqual(await shapeOf(product.databaseUrl))
  const { rows } = await asClient(url, (client) =>
    client.query(`select nextval(pg_get_serial_sequence('xero_events', 'id')) > max(id) as is_above
                  from (select id from xero_events union all select 0) e`),
  )
  expect(rows).toEqual([{ is_above: true }])
})

test('what is wrong with a backup is said in one line, and leaves nothing in the database', async () => {
  const url = await emptyDatabase(product.databaseUrl)
  const bytes = readFileSync(newest())
  const flipped = Buffer.from(bytes)
  flipped[bytes.length - 200]! ^= 1
  const other = await keyFile('another.key')
  const refused = async (words: RegExp, file: string, ...args: string[]) => {
    const { code, err } = await run(url, 'restore', file, ...args)
    expect([code, err.trim().split('\n').length]).toEqual([1, 1])
    expect(err).toMatch(words)
    await expectNothingIn(url)
  }
  await refused(/damaged or cut off/, inFile('cut.age', bytes.subarray(0, bytes.length - 100)))
  await refused(/damaged or cut off/, inFile('half.age', bytes.subarray(0, 300)))
  await refused(/damaged or cut off/, inFile('flipped.age', flipped))
  await refused(/damaged or cut off/, inFile('longer.age', Buffer.concat([bytes, Buffer.from('x')])))
  await refused(/damaged or cut off/, inFile('text.age', Buffer.from('no backup')))
  await refused(/encrypted to another key/, newest(), '--identity', other.path)
  await refused(/is not there/, join(folder, 'missing.age'))
  await refused(/no identity file of age/, newest(), '--identity', inFile('not-a.key', Buffer.from('hello')))
  expect((await run(url, 'restore', newest())).code).toBe(0)
})

test('keys that cannot open what is in it are missed before anything is loaded', async () => {
  const url = await emptyDatabase(product.databaseUrl)
  const lost = { ENCRYPTION_KEYS: randomBytes(32).toString('hex') }
  const { code, err } = await runWith(lost, url, 'restore', newest())
  expect(code).toBe(1)
  expect(err).toMatch(/^ENCRYPTION_KEYS lacks the key [0-9a-f]{8}, .*--without-keys\.\n$/)
  expect(await tablesIn(url)).toBe(0)
  const verified = await runWith(lost, product.databaseUrl, 'backup', 'verify')
  expect(verified.code).toBe(1)
  expect(verified.out).toMatch(/keys +WRONG: ENCRYPTION_KEYS lacks/)
  expect((await runWith(lost, url, 'restore', newest(), '--without-keys')).code).toBe(0)
})

test('of two restores at the same moment one loads it, and the other leaves that alone', async () => {
  const url = await emptyDatabase(product.databaseUrl)
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: folder,
    ENCRYPTION_KEYS: product.parts.env.ENCRYPTION_KEYS[0]!,
  }
  const restore = () => goodwordProcess(settings, 'restore', newest(), '--identity', key.path)
  const both = await Promise.all([restore(), restore()])
  const [done, refused] = both.toSorted((one, other) => one.code - other.code)
  expect([done!.code, refused!.code]).toEqual([0, 1])
  expect(refused!.err).toMatch(/is not empty|Another restore is loading/)
  expect(await everything(url)).toEqual(await everything(product.databaseUrl))
})

test('while one loads, another changes nothing and says so', async () => {
  const url = await emptyDatabase(product.databaseUrl)
  await asClient(url, async (client) => {
    await client.query(`select pg_advisory_lock(hashtextextended('restore', 0))`)
    expect(await run(url, 'restore', newest())).toMatchObject({
      code: 1,
      err: 'Another restore is loading into this database: this one has changed nothing.\n',
    })
  })
  expect(await tablesIn(url)).toBe(0)
})

test('a database with tables of something else, or of a newer schema, is left as it is', async () => {
  const url = await emptyDatabase(product.databaseUrl)
  await asClient(url, (client) => client.query('create table theirs (n int)'))
  expect(await run(url, 'restore', newest())).toMatchObject({
    code: 1,
    err: "The database has tables that are not Goodword's (theirs): make a new one, and restore into that.\n",
  })
  const newer = await emptyDatabase(product.databaseUrl)
  await run(newer, 'migrate')
  await asClient(newer, (client) =>
    client.query(`insert into schema_migrations values ('9999-later.sql', '')`),
  )
  expect((await run(newer, 'restore', newest())).err).toContain('migrated beyond the backup (9999-later.sql)')
})

test('a database that was migrated already and is empty takes it', async () => {
  const url = await emptyDatabase(product.databaseUrl)
  await run(url, 'migrate')
  expect((await run(url, 'restore', newest())).err).toBe('')
  expect(await everything(url)).toEqual(await everything(product.databaseUrl))
})

test('rows that PostgreSQL puts in another order are the same rows', async () => {
  const own = await emptyDatabase(product.databaseUrl)
  await run(own, 'migrate')
  // Of very different lengths and with gaps: loaded closely, short ones fill up pages that long ones left.
  await asClient(own, async (client) => {
    await client.query(`insert into backups (place, name, taken_at)
                        select repeat('x', 1 + (n * 7919) % 997), n, now() from generate_series(1, 9000) n`)
    await client.query("delete from backups where length(name) = 4 and right(name, 1) in ('1', '4', '6')")
  })
  await runWith({ BACKUP_TO: join(folder, 'mixed') }, own, 'backup')
  const url = await emptyDatabase(product.databaseUrl)
  expect(await runWith({ BACKUP_TO: join(folder, 'mixed') }, url, 'restore', 'latest')).toMatchObject({
    code: 0,
    err: '',
  })
})

test('a backup that an older version took is restored, and then brought up to date', async () => {
  const old = await emptyDatabase(product.databaseUrl)
  const { migrations } = readSchemaFiles(SCHEMA_FOLDER)
  const before = migrations.map(({ name }) => name).filter((name) => name < '0035')
  await migrate(old, SCHEMA_FOLDER, { only: new Set(before) })
  await runWith({ BACKUP_TO: join(folder, 'old') }, old, 'backup')
  const url = await emptyDatabase(product.databaseUrl)
  const { code, out, err } = await runWith(
    { BACKUP_TO: join(folder, 'old') },
    url,
    'restore',
    'latest',
    '--without-keys',
  )
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('Applied 0035-backups.sql')
})

test('only what restore knows of is filled by the migrations', async () => {
  const url = await emptyDatabase(product.databaseUrl)
  await run(url, 'migrate')
  const { rows } = await asClient(url, async (client) => {
    await client.query('set role goodword_system')
    return client.query<{ name: string }>(
      (await tablesOf(client))
        .map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
        .join(' union all '),
    )
  })
  expect(rows.map(({ name }) => name)).toEqual(FILLED_BY_MIGRATIONS)
})

test('a restore that is killed half-way leaves nothing, and the next one is whole', async () => {
  const url = await emptyDatabase(product.databaseUrl)
  await run(url, 'migrate')
  await asClient(url, async (other) => {
    // It waits there once all rows are loaded, and before they count.
    await other.query('begin; lock table graphile_worker._private_jobs in share mode')
    const child = restoreProcess(url)
    await expect.poll(() => waitsForLock(url), { timeout: 20_000 }).toBe(true)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await other.query('rollback')
    await expect.poll(() => waitsForLock(url), { timeout: 20_000 }).toBe(false)
  })
  await expectNothingIn(url)
  expect((await run(url, 'restore', newest())).err).toBe('')
  expect(await everything(url)).toEqual(await everything(product.databaseUrl))
})
