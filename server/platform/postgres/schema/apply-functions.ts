import type { Client } from 'pg'
import { runSql } from './run-sql.ts'
import { MigrationFailed } from './schema-books.ts'
import type { SchemaFile } from './schema-files.ts'

/**
 * Applies those that are not there, or all whose text is not the one in force, unless a newer release wrote that. Their
 * bodies are not checked yet: they may name tables, and one another, that are not there.
 */
export const applyFunctions = async (
  client: Client,
  functions: SchemaFile[],
  { onlyMissing, release }: { onlyMissing: boolean; release: number },
): Promise<string[]> => {
  await client.query('set local check_function_bodies = off')
  const { rows } = await client.query<{ name: string; sha256: string | null; release: number | null }>(
    `select p.name, f.sha256, f.release
     from (select distinct proname || '.sql' as name from pg_proc where pronamespace = 'public'::regnamespace) p
     left join lateral (
       select sha256, release from schema_functions f where f.name = p.name order by applied_at desc limit 1) f on true`,
  )
  const inForce = new Map(rows.map((row) => [row.name, row]))
  const wanted = functions.filter(({ name, sha256 }) => {
    const now = inForce.get(name)
    if (onlyMissing || !now) return !now
    return now.sha256 !== sha256 && (now.release ?? 0) <= release
  })
  for (const { name, text, sha256 } of wanted) {
    await runSql(client, name, text)
    await client.query(
      `insert into schema_functions (name, sha256, release) values ($1, $2, $3)
       on conflict (name, sha256) do update set applied_at = now(), release = excluded.release`,
      [name, sha256, release],
    )
  }
  return wanted.map(({ name }) => name)
}

/** Against the tables as they are now: else a dropped column would be noticed only when the function is called. */
export const checkFunctions = async (client: Client, functions: SchemaFile[]): Promise<void> => {
  await client.query('set local check_function_bodies = on')
  const { rows } = await client.query<{ name: string; validator: string; id: number }>(
    `select proname || '.sql' as name, lanvalidator::regproc::text as validator, p.oid as id
     from pg_proc p join pg_language l on l.oid = p.prolang where pronamespace = 'public'::regnamespace`,
  )
  for (const { name } of functions) {
    const made = rows.filter((row) => row.name === name)
    if (made.length !== 1)
      throw new MigrationFailed(
        `${name} must be the one function of its name, and ${made.length} are there: give the new one a name of its own, and drop the old one in a migration of the part after.`,
      )
    await runSql(client, name, `select ${made[0]!.validator}(${made[0]!.id})`)
  }
}
