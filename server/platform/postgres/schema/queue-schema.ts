import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ClientBase } from 'pg'

/** graphile-worker's own migrations lie beside its code; the first line of some says that they are breaking. */
export const queueMigrations = (): { number: number; isBreaking: boolean }[] => {
  const folder = join(createRequire(import.meta.url).resolve('graphile-worker'), '../../sql')
  return (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => /^\d{6}\.sql$/.test(name))
    .sort()
    .map((name) => ({
      number: Number(name.slice(0, 6)),
      isBreaking: readFileSync(join(folder, name), 'utf8').startsWith('--! breaking'),
    }))
}

export type QueueApplied = { newest: number; newestBreaking: number }

/** What the database has of them; the login must be one that may use the queue. */
export const readQueueApplied = async (client: ClientBase): Promise<QueueApplied> => {
  const { rows: found } = await client.query<{ is: boolean }>(
    `select exists (select from pg_class c join pg_namespace n on n.oid = relnamespace
                    where nspname = 'graphile_worker' and relname = 'migrations') as is`,
  )
  if (!found[0]!.is) return { newest: 0, newestBreaking: 0 }
  const { rows } = await client.query<QueueApplied>(
    `select coalesce(max(id), 0) as newest, coalesce(max(id) filter (where breaking), 0) as "newestBreaking"
     from graphile_worker.migrations`,
  )
  return rows[0]!
}
