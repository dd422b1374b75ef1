import { isDatabaseAtFault } from '../connections/database-away.ts'
import type { Log } from '../../process/log.ts'
import { openRests, type Apart, type Rested } from './lane-rests.ts'
import { openRush } from './lane-rush.ts'

/** Waits for something slow without its place in the lane, which another run takes meanwhile. */
export type Aside = <Out>(wait: () => Promise<Out>) => Promise<Out>

export type Lane = {
  wake: (key: string) => void
  /** Whether work waits for a place. */
  isBehind: () => boolean
  stop: () => Promise<void>
}

const FIRST_PAUSE_MS = 1_000
/** What made it fail may be over. */
const LONGEST_PAUSE_MS = 8_000

/** After the database was lost: at first this long, doubled with each loss until a run succeeds. */
const FIRST_REST_MS = 200
const LONGEST_REST_MS = 1_000
/** New connections are slow: with sixteen of them none would serve a run before the next loss. */
const AT_ONCE_AFTER_LOSS = 2

/** Where other work passes first. */
const LONGEST_HELD_MS = 500
const HELD_LOOK_MS = 20

/**
 * `era`: how often the database had been lost when it began. A run of an earlier one may still wait for a vendor: it is
 * not among the few that begin after the loss, and when it ends with that loss, this is no other one. `rested`: the
 * rest of its key before it, which counts again where it found no database.
 */
type Run = {
  again: boolean
  isAside: boolean
  era: number
  rested: Rested | undefined
  done: Promise<void>
}

/**
 * Runs keys that were woken: one run a key at a time, a wake during a run makes one more, at most `atOnce` runs
 * together, first come first served. A key whose run throws pauses, ever longer, however often it is woken. Where
 * the database is at fault, no key is: the lane rests, then begins with few, one more with each that succeeds.
 */
export const createLane = ({
  run: work,
  atOnce,
  log,
  letPass = () => false,
  apart,
}: {
  run: (key: string, aside: Aside) => Promise<void>
  atOnce: number
  log: Log
  /** While it says so, a key waits, for half a second at most: then its run finds more to do. */
  letPass?: () => boolean
  apart?: Apart | undefined
}): Lane => {
  const running = new Map<string, Run>()
  /** Since when. */
  const waiting = new Map<string, number>()
  /** When it was first woken since it began; with a full lane or in a rush it may begin much later. */
  const wokenAt = new Map<string, number>()
  const rests = apart && openRests(apart)
  const early = new Map<string, NodeJS.Timeout>()
  const failures = new Map<string, { count: number; until: number }>()
  let stopped = false
  let allowed = atOnce
  let era = 0
  let losses = 0
  let resting: NodeJS.Timeout | undefined
  let passing: NodeJS.Timeout | undefined

  const line = (key: string): void => {
    if (stopped || waiting.has(key) || early.has(key) || rush?.holds(key)) return
    const now = performance.now()
    const restMs = rests?.leftMs(key) ?? 0
    if (restMs > 0) early.set(key, setTimeout(lineAfterRush, restMs, key, now))
    else lineAfterRush(key, now)
  }

  const lineAfterRush = (key: string, since: number): void => {
    early.delete(key)
    if (!rush?.hold(key, since, rests?.hasRunLately(key) ?? false)) lineNow(key)
  }

  const lineNow = (key: string): void => {
    waiting.set(key, performance.now())
    startMore()
  }

  const rush = apart && openRush(lineNow)

  const run = async (key: string, state: Run): Promise<void> => {
    let mayRunAgain = true
    let isLost = false
    try {
      await work(key, asideOf(state))
      failures.delete(key)
      losses = 0
      allowed = Math.min(allowed + 1, atOnce)
    } catch (cause) {
      if (isDatabaseAtFault(cause)) {
        log.error({ err: cause, key }, 'work lost the database: it is tried again')
        isLost = true
        rests?.takeBack(key, state.rested)
        if (state.era === era) rest()
      } else {
        mayRunAgain = false
        pause(key, cause)
      }
    } finally {
      running.delete(key)
      // A failed one pauses: the next scan after its pause wakes it again.
      if (!mayRunAgain) wokenAt.delete(key)
      // It has waited for the end of a rush already.
      else if (isLost) lineNow(key)
      else if (state.again) line(key)
      startMore()
    }
  }

  const asideOf =
    (state: Run): Aside =>
    async (wait) => {
      state.isAside = true
      startMore()
      try {
        return await wait()
      } finally {
        state.isAside = false
      }
    }

  const pause = (key: string, cause: unknown): void => {
    const count = (failures.get(key)?.count ?? 0) + 1
    const ms = Math.min(FIRST_PAUSE_MS * 2 ** (count - 1), LONGEST_PAUSE_MS)
    failures.set(key, { count, until: performance.now() + ms })
    log.error({ err: cause, key, count }, 'work failed: it is tried again')
  }

  const rest = (): void => {
    allowed = Math.min(AT_ONCE_AFTER_LOSS, atOnce)
    era += 1
    if (resting || stopped) return
    resting = setTimeout(
      () => {
        resting = undefined
        startMore()
      },
      Math.min(FIRST_REST_MS * 2 ** losses, LONGEST_REST_MS),
    )
    losses += 1
  }

  const isFull = (): boolean => {
    const inPlace = [...running.values()].filter(({ isAside }) => !isAside)
    return inPlace.length >= atOnce || inPlace.filter((one) => one.era === era).length >= allowed
  }

  const isHeld = (since: number): boolean => {
    if (!letPass() || performance.now() - since >= LONGEST_HELD_MS) return false
    passing ??= setTimeout(() => {
      passing = undefined
      startMore()
    }, HELD_LOOK_MS)
    return true
  }

  const startMore = (): void => {
    for (const [key, since] of waiting) {
      if (stopped || resting || isFull() || isHeld(since)) return
      waiting.delete(key)
      const rested = rests?.begin(key, wokenAt.get(key))
      wokenAt.delete(key)
      const state: Run = { again: false, isAside: false, era, rested, done: Promise.resolve() }
      running.set(key, state)
      state.done = run(key, state)
    }
  }

  return {
    wake: (key) => {
      if (stopped) return
      rush?.count(key)
      const now = performance.now()
      const current = running.get(key)
      if (!current && (failures.get(key)?.until ?? 0) > now) return
      if (!wokenAt.has(key)) wokenAt.set(key, now)
      if (current) current.again = true
      else line(key)
      startMore()
    },
    isBehind: () => waiting.size > 0 && !resting,
    stop: async () => {
      stopped = true
      clearTimeout(resting)
      clearTimeout(passing)
      rush?.stop()
      for (const timer of early.values()) clearTimeout(timer)
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}
