import type { Client, ClientBase, Pool } from 'pg'
import { runSql } from './run-sql.ts'
import { MigrationFailed } from './schema-books.ts'
import { readReleased, readSchemaFiles, type SchemaFile } from './schema-files.ts'

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
  const inForce = await readInForce(client)
  const wanted = functions.filter((one) =>
    onlyMissing ? !inForce.has(one.name) : !isInForce(inForce, one, release),
  )
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

/** Those of `folder` that are gone, or whose text an older version has put back: its `goodword migrate` may do so. */
export const functionsPutBack = async (client: ClientBase | Pool, folder: string): Promise<string[]> => {
  const inForce = await readInForce(client)
  const { release } = readReleased(folder)
  const { functions } = readSchemaFiles(folder)
  return functions.filter((one) => !isInForce(inForce, one, release)).map(({ name }) => name)
}

type InForce = Map<string, { sha256: string | null; release: number | null }>

/** Of each function that is there, the text that was applied last. */
const readInForce = async (client: ClientBase | Pool): Promise<InForce> => {
  const { rows } = await client.query<{ name: string; sha256: string | null; release: number | null }>(
    `select p.name, f.sha256, f.release
     from (select distinct proname || '.sql' as name from pg_proc where pronamespace = 'public'::regnamespace) p
     left join lateral (
       select sha256, release from schema_functions f where f.name = p.name order by applied_at desc limit 1) f on true`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

/** Also where a newer release wrote another text. */
const isInForce = (inForce: InForce, { name, sha256 }: SchemaFile, release: number): boolean => {
  const now = inForce.get(name)
  return now !== undefined && (now.sha256 === sha256 || (now.release ?? 0) > release)
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
