import { Client } from 'pg'
import { embeddedUrl, startEmbeddedPostgres } from '../server/platform/postgres/embedded/embedded-postgres.ts'
import type { Env } from '../server/platform/process/env.ts'
import { claimFolder } from './claim-folder.ts'

/**
 * The database that the settings mean: DATABASE_URL, else the embedded one, which is started for this work only if no
 * `npm start` has it running. Nothing is migrated here.
 */
export const withDatabase = async <Out>(
  env: Env,
  work: (databaseUrl: string) => Promise<Out>,
): Promise<Out> => {
  const running = env.DATABASE_URL ?? (await runningEmbedded(env.DATA_DIR))
  if (running) return work(running)
  // A process that is starting or restarting it at this moment must not find a second server on the same files.
  await claimFolder(env.DATA_DIR)
  const postgres = await startEmbeddedPostgres(env.DATA_DIR)
  try {
    return await work(postgres.url)
  } finally {
    await postgres.stop()
  }
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
