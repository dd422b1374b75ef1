import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import { Client, type Pool } from 'pg'

const quietJobsLogger = new Logger(() => () => undefined)

/** The database is as it was before; its words are for the operator. */
export class MigrationFailed extends Error {}

const MIGRATION_LOCK = 7_150_001

/**
 * Brings the database up to the newest file of `folder`, each file once and in its own transaction, forward only.
 * Two processes may call it at once: the second waits. Throws when a file that was applied has changed since.
 */
export const migrate = async (url: string, folder: string): Promise<string[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`create table if not exists schema_migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now());
      grant select on schema_migrations to public`)
    await runMigrations({ connectionString: url, logger: quietJobsLogger })
    const applied = await appliedMigrations(client)
    const added: string[] = []
    for (const { name, text, sha256 } of readMigrations(folder)) {
      const known = applied.get(name)
      if (known === sha256) continue
      if (known)
        throw new MigrationFailed(`${name} was applied and has changed since: write a new migration instead.`)
      await apply(client, name, text, sha256)
      added.push(name)
    }
    return added
  } finally {
    await client.end()
  }
}

/** Names of the files of `folder` that the database has not had yet. */
export const pendingMigrations = async (pool: Pool, folder: string): Promise<string[]> => {
  const applied = await appliedMigrations(pool)
  return readMigrations(folder)
    .filter(({ name }) => !applied.has(name))
    .map(({ name }) => name)
}

const appliedMigrations = async (client: Client | Pool): Promise<Map<string, string>> => {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations',
  )
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
}

const readMigrations = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    })

const apply = async (client: Client, name: string, text: string, sha256: string): Promise<void> => {
  try {
    await client.query(`begin; set local lock_timeout = '5s';\n${text}`)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    const { message, detail } = cause as Error & { detail?: string }
    throw new MigrationFailed(`Migration ${name} failed: ${message}${detail ? ` (${detail})` : ''}`, {
      cause,
    })
  }
}
