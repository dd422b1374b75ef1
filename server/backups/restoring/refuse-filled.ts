import type { ClientBase } from 'pg'
import { Refusal } from '../../platform/errors.ts'
import { tablesOf } from '../archive/snapshot-tables.ts'

/** Have rows as soon as they are made; a restore puts its own in their place. */
export const FILLED_BY_MIGRATIONS = ['metric_totals', 'recovery']

/** Throws Refusal where the database has more than what its migrations make. The caller sees every row. */
export const refuseFilled = async (client: ClientBase): Promise<void> => {
  const tables = (await tablesOf(client))
    .map(({ name }) => name)
    .filter((name) => !FILLED_BY_MIGRATIONS.includes(name))
  if (tables.length === 0) return
  const { rows } = await client.query<{ name: string }>(
    tables
      .map((name) => `select '${name}' as name where exists (select from public.${name})`)
      .join(' union all '),
  )
  if (rows.length === 0) return
  const { rows: here } = await client.query<{ name: string }>('select current_database() as name')
  throw new Refusal(
    'restore',
    409,
    `The database ${here[0]!.name} is not empty (${rows
      .slice(0, 3)
      .map(({ name }) => name)
      .join(', ')}${rows.length > 3 ? ' …' : ''}): make a new one, and restore into that.`,
  )
}

/** Before anything is changed: a database without tables of ours must have no others, and ours must be empty. */
export const refuseUnfit = async (client: ClientBase, migrations: { name: string }[]): Promise<void> => {
  await refuseSecond(client)
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')`,
  )
  if (rows.length === 0) return
  if (!rows.some(({ name }) => name === 'schema_migrations'))
    throw new Refusal(
      'restore',
      409,
      `The database has tables that are not Goodword's (${rows[0]!.name}): make a new one, and restore into that.`,
    )
  await client.query('begin; set local role goodword_system')
  await refuseFilled(client).finally(() => client.query('rollback'))
  const had = await client.query<{ name: string }>('select name from schema_migrations order by name')
  const later = had.rows.find(({ name }) => !migrations.some((one) => one.name === name))
  if (later)
    throw new Refusal(
      'restore',
      409,
      `The database was migrated beyond the backup (${later.name}): make a new one, and restore into that.`,
    )
}

/** What one makes and drops is no schema that another could compare. Until its connection ends it is the only one. */
const refuseSecond = async (client: ClientBase): Promise<void> => {
  const { rows } = await client.query<{ isOnly: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('restore', 0)) as "isOnly"`,
  )
  if (!rows[0]!.isOnly)
    throw new Refusal(
      'restore',
      409,
      'Another restore is loading into this database: this one has changed nothing.',
    )
}
