import { crc32 } from 'node:zlib'

/** So many wakes a second are a rush: the work of a key that waits for its end is done in few runs. */
const RUSH_A_SECOND = 200
const RUSH_MEAN_MS = 100
/**
 * Without a wake for so long it has ended, however many there were: a door writes every 20 ms, and where a disk or a
 * processor is busy it stands still for some tens of them.
 */
const RUSH_QUIET_MS = 100
/** A key that is not woken again for so long has what the rush brings it: of very many, each is woken seldom. */
const KEY_QUIET_MS = 400
/** Both are believed at a second look: at the first, wakes may lie unread since this process stood still. */
const LOOK_MS = 20
/**
 * A key waits no longer, and each for its own share of it: all of a flow would end their wait together. It begins with
 * keys that have not run lately, and with all of them at one moment.
 */
const LEAST_MS = 1_500
const LONGEST_MS = 2_000
const LONGEST_AT_FIRST_MS = 4_000

type Held = { until: number; wokenAt: number; quietLooks: number }

/** Keeps keys back while very many are woken, and hands each to `begin` once. */
export const openRush = (begin: (key: string) => void) => {
  const held = new Map<string, Held>()
  const pace = openPace()
  let isOver = true
  /** From the first wake that makes it a rush until it was seen to be over twice. */
  let looking: NodeJS.Timeout | undefined

  const look = (): void => {
    const wasOver = isOver
    isOver = !pace.isRush()
    const hasEnded = isOver && wasOver
    const now = performance.now()
    looking = hasEnded ? undefined : setTimeout(look, LOOK_MS)
    for (const [key, one] of held) {
      one.quietLooks = now - one.wokenAt >= KEY_QUIET_MS ? one.quietLooks + 1 : 0
      if (!hasEnded && now < one.until && one.quietLooks < 2) continue
      held.delete(key)
      begin(key)
    }
  }

  return {
    count: (key: string): void => {
      pace.count()
      const one = held.get(key)
      if (one) one.wokenAt = performance.now()
      if (looking || !pace.isRush()) return
      isOver = false
      looking = setTimeout(look, LOOK_MS)
    },
    /** Whether it keeps a key back that has waited since then. */
    hold: (key: string, since: number, hasRunLately: boolean): boolean => {
      const now = performance.now()
      const until = since + longestFor(key, hasRunLately ? LONGEST_MS : LONGEST_AT_FIRST_MS)
      if (!looking || now >= until) return false
      held.set(key, { until, wokenAt: now, quietLooks: 0 })
      return true
    },
    holds: (key: string): boolean => held.has(key),
    stop: (): void => {
      clearTimeout(looking)
      held.clear()
    },
  }
}

const longestFor = (key: string, longestMs: number): number =>
  LEAST_MS + (longestMs - LEAST_MS) * (crc32(key) / 2 ** 32)

/** Wakes a second, of the last tenths of one. */
const openPace = () => {
  let sum = 0
  let at = performance.now()
  let lastAt = at
  const decay = (): number => {
    const now = performance.now()
    sum *= Math.exp((at - now) / RUSH_MEAN_MS)
    at = now
    return sum
  }
  return {
    count: (): void => {
      sum = decay() + 1
      lastAt = at
    },
    isRush: (): boolean =>
      performance.now() - lastAt < RUSH_QUIET_MS && (decay() * 1_000) / RUSH_MEAN_MS > RUSH_A_SECOND,
  }
}
