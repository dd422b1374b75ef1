import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { productVersion } from '../../platform/process/product-version.ts'
import { FORMAT, type Header } from './archive-format.ts'
import { tablesOf } from './snapshot-tables.ts'

/** What the archive says of its database, as `client` sees it in its transaction. */
export const describeDatabase = async (client: ClientBase): Promise<Header> => {
  const { rows } = await client.query<{ at: Date; postgres: string; systemId: string; timeline: string }>(
    `select now() as at, current_setting('server_version') as postgres, system_id::text as "systemId", timeline
     from current_history()`,
  )
  const { at, postgres, systemId, timeline } = rows[0]!
  const { rows: migrations } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations order by name',
  )
  return {
    format: FORMAT,
    version: productVersion(),
    takenAt: at,
    postgres,
    systemId,
    timeline,
    migrations,
    schema: await schemaHash(client),
    keyIds: await keyIds(client),
    tables: await tablesOf(client),
  }
}

type SealedColumn = { table: string; column: string; where: string }

/** What no one needs any more may be sealed with a key that is gone. */
const SEALED: SealedColumn[] = [
  { table: 'sealed_secrets', column: 'sealed', where: 'true' },
  { table: 'xero_authorisations', column: 'access_token', where: "state = 'connected'" },
  { table: 'xero_authorisations', column: 'refresh_token', where: "state = 'connected'" },
  { table: 'profile_connections', column: 'refresh_token', where: "state <> 'needs_reauth'" },
]

/** Sealed values begin with the id of their key (platform/seal.ts). A database of an older version has fewer tables. */
const keyIds = async (client: ClientBase): Promise<string[]> => {
  const tables = (await tablesOf(client)).map(({ name }) => name)
  const values = SEALED.filter(({ table }) => tables.includes(table)).map(
    ({ table, column, where }) => `select ${column} as sealed from ${table} where ${where}`,
  )
  const { rows } = await client.query<{ id: string }>(
    `select distinct encode(substring(sealed from 1 for 4), 'hex') as id
     from (${values.join(' union all ')}) each where sealed is not null order by 1`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Columns, constraints, indexes, triggers and policies; the same on PostgreSQL 17 and 18. In a transaction under
 * `SAME_EVERYWHERE`: a check that names an interval is written as the session writes intervals.
 */
export const schemaHash = async (client: ClientBase): Promise<string> => {
  const { rows } = await client.query<{ line: string }>(
    `with ours as (
       select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p'))
     select line collate "C" as line from (
       select format('%s.%s %s %s %s', relname, attname, format_type(atttypid, atttypmod), attnotnull,
                     pg_get_expr(adbin, adrelid)) as line
       from ours join pg_attribute a on attrelid = ours.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where attnum > 0 and not attisdropped
       union all
       select format('%s %s %s', relname, conname, pg_get_constraintdef(c.oid))
       from ours join pg_constraint c on conrelid = ours.oid where contype <> 'n'
       union all select pg_get_indexdef(indexrelid) from ours join pg_index on indrelid = ours.oid
       union all select pg_get_triggerdef(t.oid) from ours join pg_trigger t on tgrelid = ours.oid where not tgisinternal
       union all
       select format('%s %s %s %s', relname, polname, polcmd, pg_get_expr(polqual, polrelid))
       from ours join pg_policy on polrelid = ours.oid) lines
     order by 1`,
  )
  return createHash('sha256')
    .update(rows.map(({ line }) => line).join('\n'))
    .digest('hex')
}
