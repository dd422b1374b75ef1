import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { bringUpToDate } from '../../server/database/bring-up-to-date.ts'
import { SCHEMA_FOLDER } from '../../server/database/database.ts'
import { stopLeftover } from '../../server/platform/postgres/embedded/embedded-cluster.ts'
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded/embedded-postgres.ts'

const ROOT = join(import.meta.dirname, '../..')
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const PLACE = join(ROOT, 'node_modules', '.cache', 'clusters')

/** The data folder of a cluster with this very schema, from which a first start copies, if one was made. */
export const preparedCluster = (place = PLACE): string | undefined => {
  const folder = join(place, keyOf())
  return existsSync(folder) ? folder : undefined
}

/** Makes it, and removes those of other schemas. */
export const prepareCluster = async (place = PLACE): Promise<void> => {
  const folder = join(place, keyOf())
  if (existsSync(folder)) return
  mkdirSync(place, { recursive: true })
  for (const old of readdirSync(place)) rmSync(join(place, old), { recursive: true, force: true })
  // The database's own user may not enter every checkout. Always the same: a killed one is found, and ended.
  const fresh = join(
    tmpdir(),
    `goodword-prepared-${createHash('sha256').update(ROOT).digest('hex').slice(0, 12)}`,
  )
  await stopLeftover(join(fresh, 'postgres'))
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o755 })
  try {
    await makeCluster(fresh)
    // Whole, or not there.
    if (spawnSync('cp', ['-a', fresh, `${folder}.new`]).status === 0) renameSync(`${folder}.new`, folder)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

const makeCluster = async (folder: string): Promise<void> => {
  const postgres = await startEmbeddedPostgres(folder)
  // It runs in a group of its own, and would outlive this process.
  const end = (): void => {
    postgres.kill()
    rmSync(folder, { recursive: true, force: true })
    process.exit(1)
  }
  for (const signal of SIGNALS) process.once(signal, end)
  try {
    await bringUpToDate(postgres.url)
    await ask(postgres.url, 'delete from recovery')
  } finally {
    await postgres.stop()
    for (const signal of SIGNALS) process.off(signal, end)
  }
}

/** The history of a copy begins when it is first used: nothing of it can be missing. */
export const beginHistory = (url: string): Promise<void> =>
  ask(
    url,
    `insert into recovery (system_id, timeline, started_at, made_as)
     select system_id, timeline, started_at, 'recovery'::regclass::oid::bigint from current_history()
     where not exists (select from recovery)`,
  )

const ask = async (url: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Of all that makes the schema, and of PostgreSQL itself. */
const keyOf = (): string => {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')))
  for (const file of readdirSync(SCHEMA_FOLDER, { recursive: true, encoding: 'utf8' }).toSorted())
    if (file.endsWith('.sql')) hash.update(`${file}\0`).update(readFileSync(join(SCHEMA_FOLDER, file)))
  return hash.digest('hex').slice(0, 24)
}
