import type { Client } from 'pg'
import { Refusal } from '../platform/errors.ts'
import { migrate, type MigrateOptions } from '../platform/postgres/schema/migrate.ts'
import { MigrationFailed } from '../platform/postgres/schema/schema-books.ts'
import { PASS_ON } from '../platform/postgres/connections/database-refusal.ts'
import { createClient } from '../platform/postgres/connections/pool.ts'
import { SCHEMA_FOLDER } from './database.ts'
import { refuseOtherSchema, unfinishedMigrations } from './known-schema.ts'

/**
 * Migrates the database. With `ownersUrl` its login does so, and lets in the login of `url`; without it, the login of
 * `url` does so itself where it owns the schema, and else finds nothing missing. Returns the names of what was applied.
 */
export const bringUpToDate = async (
  url: string,
  ownersUrl?: string,
  options: MigrateOptions = {},
): Promise<string[]> => {
  if (ownersUrl) {
    await refuseOtherOwner(url, ownersUrl)
    const applied = await migrate(ownersUrl, SCHEMA_FOLDER, options)
    const login = decodeURIComponent(new URL(url).username)
    if (login) await letIn(ownersUrl, login)
    return applied
  }
  const { owns, isThere } = await judgeLogin(url, 'DATABASE_URL')
  if (owns) return migrate(url, SCHEMA_FOLDER, options)
  if (!isThere) throw new MigrationFailed(GIVE_OWNER)
  await refuseOtherSchema(url).catch((cause: unknown) => {
    if (!(cause instanceof Refusal)) throw cause
    throw new MigrationFailed(`${cause.message} ${GIVE_OWNER}`)
  })
  const toCome = options.part === 'after' ? await unfinishedMigrations(url) : []
  if (toCome.length > 0) throw new MigrationFailed(`${toCome.join(', ')} is still to come. ${GIVE_OWNER}`)
  return []
}

const GIVE_OWNER = 'The login of DATABASE_URL does not own the schema: give MIGRATE_DATABASE_URL.'
const GIVE_OTHER =
  'The login of MIGRATE_DATABASE_URL does not own the schema: give the one that owns the database.'

const OTHER_DATABASE =
  'MIGRATE_DATABASE_URL leads to another database than DATABASE_URL: nothing was changed. Correct one of them.'

/**
 * Throws MigrationFailed where the login that is to change the schema does not own it, or may not make it, or where it
 * would do so in another database than that of `url`.
 */
export const refuseOtherOwner = async (url: string, ownersUrl: string | undefined): Promise<void> => {
  const { owns } = ownersUrl
    ? await judgeLogin(ownersUrl, 'MIGRATE_DATABASE_URL')
    : await judgeLogin(url, 'DATABASE_URL')
  if (!owns) throw new MigrationFailed(ownersUrl ? GIVE_OTHER : GIVE_OWNER)
  if (!ownersUrl) return
  const [ours, owners] = await Promise.all([databaseAt(url), databaseAt(ownersUrl)])
  if (ours && owners && isAnother(ours, owners)) throw new MigrationFailed(OTHER_DATABASE)
}

/** A copy of the disk goes by the same id: of two primaries, it is the one that was started at another moment. */
const isAnother = (ours: At, owners: At): boolean =>
  ours.id !== owners.id || (ours.since !== null && owners.since !== null && ours.since !== owners.since)

type At = { id: string; since: string | null }

/** Known behind a proxy or a socket, too. Nothing where it cannot be asked: a login may not come in yet. */
const databaseAt = (url: string): Promise<At | undefined> =>
  asLogin(url, async (client) => {
    const { rows } = await client.query<At>(
      `select format('%s %s', system_identifier, (select oid from pg_database where datname = current_database())) as id,
              case when not pg_is_in_recovery() then extract(epoch from pg_postmaster_start_time())::text end as since
       from pg_control_system()`,
    )
    return rows[0]!
  }).catch(() => undefined)

/**
 * The login may act as the two roles and use the job queue. It has no right of its own on any table of the product's,
 * because rights of the two roles are not inherited.
 */
const letIn = (ownersUrl: string, login: string): Promise<void> =>
  asLogin(ownersUrl, async (owner) => {
    const { rows } = await owner.query<{ grants: string | null }>(
      `select format('grant goodword_tenant, goodword_system to %1$I with inherit false, set true;
                      grant goodword_jobs to %1$I with inherit true', $1::text) as grants
       where $1 <> current_user`,
      [login],
    )
    if (rows[0]) await owner.query(rows[0].grants!)
  })

/**
 * A database without our tables is to be made by whoever may make some there. A pooler that drops the startup options
 * is refused: what a session holds, as the lock of a migrate, would stay with a connection of its own.
 */
const judgeLogin = (url: string, setting: string): Promise<{ owns: boolean; isThere: boolean }> =>
  asLogin(url, async (client) => {
    const { rows } = await client.query<{ owns: boolean; isThere: boolean; isHeard: boolean }>(
      `select coalesce(bool_and(pg_has_role(tableowner, 'usage')),
                       has_schema_privilege(to_regnamespace('public'), 'create'), true) as owns,
              count(*) > 0 as "isThere", current_setting('goodword.heard', true) is not distinct from 'yes' as "isHeard"
       from pg_tables where schemaname = 'public' and tablename = 'schema_migrations'`,
    )
    if (rows[0]!.isHeard) return rows[0]!
    throw new MigrationFailed(`${setting} cannot be used: a pooler drops the startup options: ${PASS_ON}.`)
  })

const asLogin = async <Out>(url: string, work: (client: Client) => Promise<Out>): Promise<Out> => {
  const client = createClient(url, { settings: '-c goodword.heard=yes' })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
