import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client, Pool } from 'pg'
import { createClient, UNHURRIED } from '../connections/pool.ts'
import { readSchemaFiles, type SchemaFile } from './schema-files.ts'

/** The database is as it was before the step that failed; the message is for the operator. */
export class MigrationFailed extends Error {}

const MIGRATION_LOCK = 7_150_001

/**
 * Brings the database up to `folder`: its roles, its migrations, each once, and its functions, each again whenever its
 * file has changed. Two processes may call it at once: the second waits. Returns the names of what was applied.
 */
export const migrate = async (url: string, folder: string): Promise<string[]> => {
  const client = createClient(url, { patience: UNHURRIED })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(BOOKS)
    await refuseOld(client)
    // Not with this file: the api only asks what was applied.
    const { Logger, runMigrations } = await import('graphile-worker')
    await runMigrations({ connectionString: url, logger: new Logger(() => () => undefined) })
    const { migrations, functions } = readSchemaFiles(folder)
    const roles = readFileSync(join(folder, 'roles.sql'), 'utf8')
    await inTransaction(client, () => run(client, 'roles.sql', roles))
    // A new function comes before the migrations, whose tables and triggers may name it. A changed one comes after
    // them, because it names the tables as they are then.
    const missing = await inTransaction(client, () =>
      applyFunctions(client, functions, { onlyMissing: true }),
    )
    const added = await applyMigrations(client, migrations)
    const changed = await inTransaction(client, async () => {
      const applied = await applyFunctions(client, functions, { onlyMissing: false })
      await checkFunctions(client, functions)
      return applied
    })
    return [...new Set([...missing, ...added, ...changed])]
  } finally {
    await client.end()
  }
}

/**
 * Names of the files of `folder` that were not applied yet. A function whose text was applied once and replaced by a
 * newer version's is not among them, so that processes of both versions are ready during an update.
 */
export const pendingMigrations = async (pool: Pool, folder: string): Promise<string[]> => {
  const { migrations, functions } = readSchemaFiles(folder)
  const { rows } = await pool.query<{ name: string; sha256: string | null }>(
    'select name, null as sha256 from schema_migrations union all select name, sha256 from schema_functions',
  )
  const had = new Set(rows.map(({ name, sha256 }) => `${name} ${sha256}`))
  return [
    ...migrations.filter(({ name }) => !had.has(`${name} null`)),
    ...functions.filter(({ name, sha256 }) => !had.has(`${name} ${sha256}`)),
  ].map(({ name }) => name)
}

/** `schema_functions` keeps every text that was ever applied; the latest is the one in force. */
const BOOKS = `
  create table if not exists schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now());
  create table if not exists schema_functions (
    name text, sha256 text, applied_at timestamptz not null default now(), primary key (name, sha256));
  grant select on schema_migrations, schema_functions to public`

const OLD = '0001-foundations.sql'

const refuseOld = async (client: Client): Promise<void> => {
  const { rowCount } = await client.query('select from schema_migrations where name = $1', [OLD])
  if (rowCount)
    throw new MigrationFailed(
      'This database holds a version before 0.2, which cannot be brought up to date: delete the data folder (./data), or the database that DATABASE_URL names, and start again.',
    )
}

const applyMigrations = async (client: Client, migrations: SchemaFile[]): Promise<string[]> => {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations',
  )
  const had = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  const added: string[] = []
  for (const { name, text, sha256 } of migrations) {
    const known = had.get(name)
    if (known === sha256) continue
    if (known)
      throw new MigrationFailed(`${name} was applied and has changed since: write a new migration instead.`)
    await inTransaction(client, async () => {
      await run(client, name, text)
      await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
    })
    added.push(name)
  }
  return added
}

/** Their bodies are not checked yet: they may name tables, and one another, that are not there. */
const applyFunctions = async (
  client: Client,
  functions: SchemaFile[],
  { onlyMissing }: { onlyMissing: boolean },
): Promise<string[]> => {
  await client.query('set local check_function_bodies = off')
  const { rows } = await client.query<{ name: string; sha256: string | null }>(
    `select p.name, (select sha256 from schema_functions f where f.name = p.name order by applied_at desc limit 1) as sha256
     from (select distinct proname || '.sql' as name from pg_proc where pronamespace = 'public'::regnamespace) p`,
  )
  const inForce = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  const wanted = functions.filter(({ name, sha256 }) =>
    onlyMissing ? !inForce.has(name) : inForce.get(name) !== sha256,
  )
  for (const { name, text, sha256 } of wanted) {
    await run(client, name, text)
    await client.query(
      `insert into schema_functions (name, sha256) values ($1, $2)
       on conflict (name, sha256) do update set applied_at = now()`,
      [name, sha256],
    )
  }
  return wanted.map(({ name }) => name)
}

/** Against the tables as they are now: else a dropped column would be noticed only when the function is called. */
const checkFunctions = async (client: Client, functions: SchemaFile[]): Promise<void> => {
  await client.query('set local check_function_bodies = on')
  const { rows } = await client.query<{ name: string; validator: string; id: number }>(
    `select proname || '.sql' as name, lanvalidator::regproc::text as validator, p.oid as id
     from pg_proc p join pg_language l on l.oid = p.prolang where pronamespace = 'public'::regnamespace`,
  )
  for (const { name } of functions) {
    const made = rows.filter((row) => row.name === name)
    if (made.length !== 1)
      throw new MigrationFailed(
        `${name} must be the one function of its name, and ${made.length} are there: drop those that are not meant in a migration.`,
      )
    await run(client, name, `select ${made[0]!.validator}(${made[0]!.id})`)
  }
}

/** One transaction, which waits for a lock only as long as other statements may wait behind it. */
const inTransaction = async <Out>(client: Client, work: () => Promise<Out>): Promise<Out> => {
  await client.query(`begin; set local lock_timeout = '5s'`)
  try {
    const out = await work()
    await client.query('commit')
    return out
  } catch (cause) {
    await client.query('rollback')
    throw cause
  }
}

const run = async (client: Client, name: string, text: string): Promise<void> => {
  try {
    await client.query(text)
  } catch (cause) {
    const { message, detail } = cause as Error & { detail?: string }
    throw new MigrationFailed(`Migration ${name} failed: ${message}${detail ? ` (${detail})` : ''}`, {
      cause,
    })
  }
}
