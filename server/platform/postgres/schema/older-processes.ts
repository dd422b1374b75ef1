import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { MigrationFailed } from './schema-books.ts'
import type { Migration } from './schema-files.ts'
import type { Say } from './in-locks.ts'
import { SILENT_AFTER_S } from '../silent-after.ts'

const LOOK_MS = 1_000

/**
 * Waits for as long as the row of a process that has ended may look alive, until every process knows these migrations.
 * Throws where one of an older version is still at work, before anything was changed.
 */
export const refuseOlderProcesses = async (
  client: Client,
  migrations: Migration[],
  { say, again, waitMs = (SILENT_AFTER_S + 5) * 1000 }: { say: Say; again: string; waitMs?: number },
): Promise<void> => {
  const newest = migrations.at(-1)
  if (!newest) return
  const until = performance.now() + waitMs
  for (let hasSaid = false; ; hasSaid = true) {
    const kinds = await olderThan(client, newest.number)
    if (kinds.length === 0) return
    const who = `${kinds.join(' and ')} of an older version, which must not run with ${newest.name}`
    if (performance.now() > until)
      throw new MigrationFailed(
        `There is still ${who}: nothing was changed. Let it end, and run \`${again}\` again.`,
      )
    if (!hasSaid) say(`Waits for ${who}`)
    await pause(LOOK_MS)
  }
}

/** What processes are at work that do not know this migration. The column is younger than the table. */
const olderThan = async (client: Client, number: number): Promise<string[]> => {
  if (!(await hasProcesses(client))) return []
  const { rows } = await client.query<{ kind: string }>(
    `select distinct kind from processes p
     where seen_at > clock_timestamp() - make_interval(secs => $1)
       and coalesce((to_jsonb(p) ->> 'knows')::integer, 0) < $2 order by kind`,
    [SILENT_AFTER_S, number],
  )
  return rows.map(({ kind }) => (kind === 'api' ? 'an api' : 'a worker'))
}

/** Where the table is not there yet, no process was ever at work. */
export const hasProcesses = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ is: boolean }>(
    `select to_regclass('public.processes') is not null as is`,
  )
  return rows[0]!.is
}
