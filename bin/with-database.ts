import { join } from 'node:path'
import { Client } from 'pg'
import { embeddedUrl, startEmbeddedPostgres } from '../server/platform/embedded-postgres.ts'
import type { Env } from '../server/platform/env.ts'
import { migrate } from '../server/platform/migrate.ts'

const MIGRATIONS = join(import.meta.dirname, '../migrations')

/**
 * The database that the settings mean, migrated: DATABASE_URL, else the embedded one, which is started for this work
 * only if no `npm start` has it running.
 */
export const withDatabase = async <Out>(
  env: Env,
  work: (databaseUrl: string) => Promise<Out>,
): Promise<Out> => {
  const running = env.DATABASE_URL ?? (await runningEmbedded(env.DATA_DIR))
  if (running) {
    await migrate(running, MIGRATIONS)
    return work(running)
  }
  const postgres = await startEmbeddedPostgres(env.DATA_DIR)
  try {
    await prepareEmbedded(postgres.url)
    return await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}

/** Makes the product's database in a fresh cluster and brings it up to date. */
export const prepareEmbedded = async (url: string): Promise<void> => {
  const admin = new Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') })
  await admin.connect()
  try {
    const { rowCount } = await admin.query(`select from pg_database where datname = 'goodword'`)
    if (rowCount === 0) await admin.query('create database goodword')
  } finally {
    await admin.end()
  }
  await migrate(url, MIGRATIONS)
}

const runningEmbedded = async (dataDir: string): Promise<string | undefined> => {
  const url = embeddedUrl(dataDir)
  if (!url) return undefined
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  try {
    await client.connect()
    return url
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}
