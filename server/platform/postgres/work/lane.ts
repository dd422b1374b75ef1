import { hasLostConnection } from '../connections/database-away.ts'
import type { Log } from '../../process/log.ts'

export type Lane = { wake: (key: string) => void; stop: () => Promise<void> }

const FIRST_PAUSE_MS = 1_000
/** What made it fail may be over. */
const LONGEST_PAUSE_MS = 8_000
/**
 * New connections are slow at first: with all of them new, no run would end before a database that fails again and
 * again is lost once more.
 */
const AT_ONCE_AFTER_LOSS = 2

/**
 * Runs keys that were woken: one run a key at a time, a wake during a run makes one more, at most `atOnce` runs
 * together, in the order of their wakes. A key whose run throws pauses, ever longer, however often it is woken. After
 * the database was lost few run together, and one more with each that succeeds.
 */
export const createLane = ({
  run: work,
  atOnce,
  log,
}: {
  run: (key: string) => Promise<void>
  atOnce: number
  log: Log
}): Lane => {
  const running = new Map<string, { again: boolean; done: Promise<void> }>()
  const waiting = new Set<string>()
  const failures = new Map<string, { count: number; until: number }>()
  let allowed = atOnce
  let stopped = false

  const run = async (key: string): Promise<void> => {
    let hasFailed = false
    try {
      await work(key)
      failures.delete(key)
      allowed = Math.min(allowed + 1, atOnce)
    } catch (cause) {
      hasFailed = true
      const count = (failures.get(key)?.count ?? 0) + 1
      // An outage of the database makes every key fail: none may stand still once it is over.
      const isLost = hasLostConnection(cause)
      if (isLost) allowed = Math.min(AT_ONCE_AFTER_LOSS, atOnce)
      const doublings = isLost ? 0 : count - 1
      const rest = Math.min(FIRST_PAUSE_MS * 2 ** doublings, LONGEST_PAUSE_MS)
      failures.set(key, { count, until: performance.now() + rest })
      log.error({ err: cause, key, count }, 'work failed: it is tried again')
    } finally {
      const again = running.get(key)!.again
      running.delete(key)
      // A failed one pauses: the next scan after its pause wakes it again.
      if (again && !hasFailed) waiting.add(key)
      startMore()
    }
  }

  const startMore = (): void => {
    for (const key of waiting) {
      if (stopped || running.size >= allowed) return
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
