import { createClient } from '../platform/postgres/connections/pool.ts'
import { newestMigration } from '../platform/postgres/schema/schema-files.ts'
import { judgeAtStart, type SchemaFit } from '../platform/postgres/schema/schema-fit.ts'
import { Refusal } from '../platform/errors.ts'
import { SCHEMA_FOLDER } from './database.ts'

/** The newest migration that this code knows. Each process writes it into its row. */
export const KNOWS = newestMigration(SCHEMA_FOLDER)

/**
 * Throws Refusal with one line where this code must not work with the database as it is: where that lacks a migration,
 * or has one that is breaking and not known here. Returns the names of harmless ones that are not known here.
 */
export const refuseOtherSchema = async (url: string): Promise<string[]> => {
  const fit = await judge(url)
  if (!fit.fits) throw new Refusal('schema', 503, fit.why)
  return fit.newer
}

/** Throws Refusal where the database is of a newer version with which this code must not work; an older one may be. */
export const refuseNewerSchema = async (url: string): Promise<void> => {
  const fit = await judge(url)
  if (!fit.fits && fit.is === 'newer') throw new Refusal('schema', 503, fit.why)
}

/** What comes after the last process of the version before has ended. */
export const unfinishedMigrations = async (url: string): Promise<string[]> => {
  const fit = await judge(url)
  return fit.fits ? fit.unfinished : []
}

const judge = async (url: string): Promise<SchemaFit> => {
  const client = createClient(url)
  try {
    await client.connect()
    return await judgeAtStart(client, SCHEMA_FOLDER)
  } finally {
    await client.end()
  }
}
