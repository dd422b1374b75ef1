import { sql, type Kysely, type RawBuilder } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Log } from '../../process/log.ts'
import { sayRarely } from '../../process/say-rarely.ts'
import { withCommit } from '../connections/one-connection.ts'
import { BACKGROUND, createClient } from '../connections/pool.ts'

const CHANNEL = 'goodword_wake'
const RECONNECT_MS = 500
/** Between two questions whether the connection still works: one that is dead may never say so. */
const PROBE_MS = 5_000

/** A key of no work: all that is due is looked for at once, by every worker. */
export const ALL_THAT_IS_DUE = 'all-that-is-due'

/** Notifies every worker, when the caller's transaction commits, of work under `key` (`kind:id`). */
export const wake = (
  // oxlint-disable-next-line typescript/no-explicit-any -- any database: only a notification is sent
  trx: Kysely<any>,
  key: string,
): void => withCommit(trx, sql`select ${wakeFor(key)}`)

/** The same as part of a statement. */
export const wakeFor = (key: string): RawBuilder<unknown> => sql`pg_notify(${CHANNEL}, ${key})`

/** The same for several keys, in one statement of its own. */
export const wakeAll = async (
  // oxlint-disable-next-line typescript/no-explicit-any -- any database: only notifications are sent
  db: Kysely<any>,
  keys: string[],
): Promise<void> => {
  await sql`select pg_notify(${CHANNEL}, key) from unnest(${keys}::text[]) as key`.execute(db)
}

/** Receives wakes until stopped; connects again when the connection is lost. */
export const listenForWakes = (
  url: string,
  { onWake, log }: { onWake: (key: string) => void; log: Log },
): { stop: () => Promise<void> } => {
  let stopped = false
  let client: Client | undefined
  const receives = sayRarely(log, 'cannot receive wakes')

  const listen = async (): Promise<void> => {
    const fresh = createClient(url, { patience: { ...BACKGROUND, statementMs: PROBE_MS } })
    const lost = new Promise<void>((done) => {
      fresh.on('error', () => done())
      fresh.on('end', () => done())
    })
    const probe = async (): Promise<void> => {
      for (;;) {
        await pause(PROBE_MS, undefined, { ref: false })
        await fresh.query('select 1')
      }
    }
    fresh.on('notification', ({ payload }) => payload && onWake(payload))
    await fresh.connect()
    client = fresh
    try {
      // While this one was connecting: `stop` had no other to end.
      if (stopped) return
      await fresh.query(`listen ${CHANNEL}`)
      receives.well()
      await Promise.race([lost, probe()])
    } finally {
      // Not waited for: a dead connection does not answer the goodbye.
      fresh.end().catch(() => undefined)
    }
  }

  const keepListening = async (): Promise<void> => {
    // oxlint-disable-next-line no-unmodified-loop-condition -- stop() changes it
    while (!stopped) {
      await listen().catch(receives.failed)
      if (!stopped) await pause(RECONNECT_MS)
    }
  }
  void keepListening()

  return {
    stop: async () => {
      stopped = true
      // Not waited for: a dead connection does not answer the goodbye.
      client?.end().catch(() => undefined)
    },
  }
}
