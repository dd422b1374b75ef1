import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { MigrationFailed } from './schema-books.ts'

export type Say = (words: string) => void

export type Locks = { say: Say; patienceMs?: number | undefined; sayEachMs?: number | undefined }

/** Every statement that comes after one that waits for a lock waits behind it: the doors give up after 1.75 s. */
const SHORTEST_LOCK_MS = 100
const LONGEST_LOCK_MS = 300
const SHORTEST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000
const PATIENCE_MS = 10 * 60_000

/** A lock that was not free in time, or that another held while it waited for one of ours. */
const NOT_FREE = new Set(['55P03', '40P01'])
export const isNotFree = (cause: unknown): boolean => NOT_FREE.has(codeOf(cause))

/**
 * One transaction, which waits for each lock only as long as other statements may wait behind it, and is begun again
 * until its locks are free.
 */
export const inLocks = <Out>(
  client: Client,
  name: string,
  locks: Locks,
  work: () => Promise<Out>,
): Promise<Out> => untilFree(client, name, locks, (lockMs) => inTransaction(client, lockMs, work))

/** The same for work that takes its locks on a connection of its own. */
export const untilFree = async <Out>(
  client: Client,
  name: string,
  { say, patienceMs = PATIENCE_MS }: Locks,
  attempt: (lockMs: number) => Promise<Out>,
): Promise<Out> => {
  const until = performance.now() + patienceMs
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(Math.min(LONGEST_LOCK_MS, SHORTEST_LOCK_MS * tries))
    } catch (cause) {
      if (!isNotFree(cause)) throw cause
      const holder = await oldestTransaction(client)
      if (performance.now() > until)
        throw new MigrationFailed(
          `${name}: a lock was not free in ${Math.round(patienceMs / 1000)} s${holder}. What was applied before it stays: run \`goodword migrate\` again.`,
          { cause },
        )
      const waitMs = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 1.5 ** (tries - 1))
      say(`${name}: a lock is not free${holder}: try ${tries + 1} in ${(waitMs / 1000).toFixed(1)} s`)
      await pause(waitMs)
    }
  }
}

const inTransaction = async <Out>(client: Client, lockMs: number, work: () => Promise<Out>): Promise<Out> => {
  await client.query(`begin; set local lock_timeout = ${lockMs}`)
  try {
    const out = await work()
    await client.query('commit')
    return out
  } catch (cause) {
    await client.query('rollback')
    throw cause
  }
}

export const codeOf = (cause: unknown): string => {
  const { code, cause: first } = cause as { code?: string; cause?: unknown }
  return code ?? (first ? codeOf(first) : '')
}

/** Who is likely to hold it, for the operator. */
const oldestTransaction = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ pid: number; seconds: number }>(
    `select pid, extract(epoch from clock_timestamp() - xact_start)::integer as seconds from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 1`,
  )
  return rows[0] ? ` (the oldest transaction is that of pid ${rows[0].pid}, ${rows[0].seconds} s)` : ''
}
