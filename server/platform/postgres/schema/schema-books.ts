import type { ClientBase, Pool } from 'pg'

/** The database is as it was before the step that failed; the message is for the operator. */
export class MigrationFailed extends Error {}

/**
 * `schema_migrations` keeps each migration that was applied, and whether code that does not know it may work with it;
 * `schema_functions` every text of a function that was ever applied: the latest is the one in force.
 */
export const BOOKS = `
  create table if not exists schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now());
  create table if not exists schema_functions (
    name text, sha256 text, applied_at timestamptz not null default now(), primary key (name, sha256));
  do $$ begin
    if not exists (select from information_schema.columns
                   where table_schema = 'public' and table_name = 'schema_migrations' and column_name = 'breaking') then
      alter table schema_migrations add column breaking boolean not null default false;
      alter table schema_functions add column release integer not null default 0;
    end if;
  end $$;
  grant select on schema_migrations, schema_functions to public`

const OLD = '0001-foundations.sql'

export const refuseOld = (applied: Applied): void => {
  if (applied.migrations.has(OLD))
    throw new MigrationFailed(
      'This database holds a version before 0.2, which cannot be brought up to date: delete the data folder (./data), or the database that DATABASE_URL names, and start again.',
    )
}

export type Applied = {
  migrations: Map<string, { sha256: string; isBreaking: boolean }>
  /** Name and text of each function that was ever applied, as `name sha256`. */
  functions: Set<string>
}

/** What the database says was applied to it; undefined where it holds nothing of ours. */
export const readApplied = async (client: ClientBase | Pool): Promise<Applied | undefined> => {
  const { rows: found } = await client.query<{ is: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as is`,
  )
  if (!found[0]!.is) return undefined
  // The column is younger than the table.
  const { rows } = await client.query<{ name: string; sha256: string; isBreaking: boolean | null }>(
    `select name, sha256, coalesce((to_jsonb(m) ->> 'breaking')::boolean, false) as "isBreaking" from schema_migrations m
     union all select name, sha256, null from schema_functions`,
  )
  return {
    migrations: new Map(
      rows.flatMap(({ name, sha256, isBreaking }) =>
        isBreaking === null ? [] : [[name, { sha256, isBreaking }]],
      ),
    ),
    functions: new Set(
      rows.flatMap(({ name, sha256, isBreaking }) => (isBreaking === null ? [`${name} ${sha256}`] : [])),
    ),
  }
}
