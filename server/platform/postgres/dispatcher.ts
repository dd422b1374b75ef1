import { sql, type Kysely } from 'kysely'
import { Client } from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../process/log.ts'

const CHANNEL = 'goodword_wake'

/** Says, when the caller's transaction commits, that there is work under `key`; every worker hears it. */
export const wake = async (
  // oxlint-disable-next-line typescript/no-explicit-any -- any database: only a notification is sent
  trx: Kysely<any>,
  key: string,
): Promise<void> => {
  await sql`select pg_notify(${CHANNEL}, ${key})`.execute(trx)
}

/** The same for several keys, in one statement of its own. */
export const wakeAll = async (
  // oxlint-disable-next-line typescript/no-explicit-any -- any database: only notifications are sent
  db: Kysely<any>,
  keys: string[],
): Promise<void> => {
  await sql`select pg_notify(${CHANNEL}, key) from unnest(${keys}::text[]) as key`.execute(db)
}

export type Wakes = { wake: (key: string) => void; stop: () => Promise<void> }

type Options = { work: (key: string) => Promise<void>; atOnce: number; log: Log }

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Runs `work` for keys that were woken: one run a key at a time, a wake during a run makes one more, at most `atOnce`
 * runs together. Nothing here is remembered for others: what a key means is read from the database, where a wake that
 * was lost with its process is found again. A key whose work throws is left alone for a growing while.
 */
export const createWakes = ({ work, atOnce, log }: Options): Wakes => {
  const running = new Map<string, { again: boolean; done: Promise<void> }>()
  const waiting = new Set<string>()
  const failures = new Map<string, { count: number; until: number }>()
  let stopped = false

  const run = async (key: string): Promise<void> => {
    let hasFailed = false
    try {
      await work(key)
      failures.delete(key)
    } catch (cause) {
      hasFailed = true
      const count = (failures.get(key)?.count ?? 0) + 1
      const rest = Math.min(FIRST_PAUSE_MS * 2 ** (count - 1), LONGEST_PAUSE_MS)
      failures.set(key, { count, until: performance.now() + rest })
      log.error({ err: cause, key, count }, 'work failed: it is tried again')
    } finally {
      const again = running.get(key)!.again
      running.delete(key)
      // A failed one rests, however often it is woken: whoever looks for due work wakes it again.
      if (again && !hasFailed) waiting.add(key)
      startMore()
    }
  }

  const startMore = (): void => {
    for (const key of waiting) {
      if (stopped || running.size >= atOnce) return
      waiting.delete(key)
      const state = { again: false, done: Promise.resolve() }
      running.set(key, state)
      state.done = run(key)
    }
  }

  return {
    wake: (key) => {
      const current = running.get(key)
      if (current) current.again = true
      else if ((failures.get(key)?.until ?? 0) <= performance.now()) waiting.add(key)
      startMore()
    },
    stop: async () => {
      stopped = true
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

/** Hears wakes until stopped; connects again when the connection is lost. */
export const listenForWakes = (
  url: string,
  { heard, log }: { heard: (key: string) => void; log: Log },
): { stop: () => Promise<void> } => {
  let stopped = false
  let client: Client | undefined

  const listen = async (): Promise<void> => {
    const fresh = new Client({ connectionString: url, keepAlive: true })
    const lost = new Promise<void>((done) => {
      fresh.on('error', () => done())
      fresh.on('end', () => done())
    })
    fresh.on('notification', ({ payload }) => payload && heard(payload))
    await fresh.connect()
    client = fresh
    await fresh.query(`listen ${CHANNEL}`)
    await lost
  }

  const keepListening = async (): Promise<void> => {
    // oxlint-disable-next-line no-unmodified-loop-condition -- stop() changes it
    while (!stopped) {
      await listen().catch((cause: unknown) => log.warn({ err: cause }, 'cannot hear wakes'))
      if (!stopped) await pause(500)
    }
  }
  void keepListening()

  return {
    stop: async () => {
      stopped = true
      await client?.end().catch(() => undefined)
    },
  }
}
