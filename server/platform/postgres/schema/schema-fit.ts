import type { ClientBase, Pool } from 'pg'
import { queueMigrations, readQueueApplied } from './queue-schema.ts'
import { readApplied } from './schema-books.ts'
import { readSchemaFiles } from './schema-files.ts'

/** Whether this code may work with the database as it is; `why` is one line for the operator. */
export type SchemaFit =
  | { fits: true; newer: string[]; unfinished: string[] }
  | { fits: false; is: 'older' | 'newer'; why: string; pending: string[] }

/**
 * Compares what was applied with the files of `folder`. What comes after the deploy may be missing, and a newer version
 * may have replaced a function or applied harmless migrations that are not known here.
 */
export const judgeSchema = async (client: ClientBase | Pool, folder: string): Promise<SchemaFit> => {
  const applied = await readApplied(client)
  const { migrations, functions } = readSchemaFiles(folder)
  if (!applied)
    return older(
      'holds nothing of Goodword’s yet',
      [...migrations, ...functions].map(({ name }) => name),
    )
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied.migrations].filter(([name]) => !known.has(name))
  const breaking = unknown.filter(([, { isBreaking }]) => isBreaking).map(([name]) => name)
  if (breaking.length > 0)
    return {
      fits: false,
      is: 'newer',
      why: `The database is of a newer version (${breaking.join(', ')}), with which this one must not run: deploy the newer one.`,
      pending: [],
    }
  const missing = migrations.filter(({ name }) => !applied.migrations.has(name))
  const pending = [
    ...missing.filter(({ part }) => part === 'before'),
    ...functions.filter(({ name, sha256 }) => !applied.functions.has(`${name} ${sha256}`)),
  ].map(({ name }) => name)
  if (pending.length > 0) return older('is older than this version', pending)
  return {
    fits: true,
    newer: unknown.map(([name]) => name),
    unfinished: missing.map(({ name }) => name),
  }
}

/** As `judgeSchema`, and the schema of the job queue, which the process's role may not read, but its login. */
export const judgeAtStart = async (client: ClientBase, folder: string): Promise<SchemaFit> => {
  const fit = await judgeSchema(client, folder)
  if (!fit.fits) return fit
  const newest = queueMigrations().at(-1)?.number ?? 0
  const applied = await readQueueApplied(client)
  if (applied.newest < newest)
    return older('is older than this version', [`migration ${newest} of graphile-worker`])
  if (applied.newestBreaking > newest)
    return {
      fits: false,
      is: 'newer',
      why: `The job queue is of a newer version (migration ${applied.newestBreaking} of graphile-worker), with which this one must not run: deploy the newer one.`,
      pending: [],
    }
  return fit
}

const MOST_NAMED = 3

const older = (how: string, pending: string[]): SchemaFit => {
  const more = pending.length > MOST_NAMED ? ` and ${pending.length - MOST_NAMED} more` : ''
  return {
    fits: false,
    is: 'older',
    why: `The database ${how}: ${pending.slice(0, MOST_NAMED).join(', ')}${more} not applied. Run \`goodword migrate\`.`,
    pending,
  }
}
