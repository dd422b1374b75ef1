/**
 * Between the beginnings of two runs of one key, which do together what it was woken for meanwhile: `firstMs`, twice as
 * long after each that follows soon, up to `mostMs`. So a burst is done in few runs, and a flow in large ones.
 */
export type Apart = { firstMs: number; mostMs: number }

export type Rested = {
  at: number
  restMs: number
  /** Once it rests longest: the share of `mostMs` that is over each time when it begins. */
  turn?: number
}

/** Of the longest rest: a turn that comes round sooner than this is let pass, and the next one taken. */
const LEAST_REST = 0.75
/** A key that began out of its turn comes back into it by rests of at most so much. */
const MOST_REST = 1.25

/** Later than the longest rest forgets a key, also where it waits for a place in a full lane. */
const FORGET_AFTER_MS = 60_000

/** When each key of a lane began last, and how long it rests then. */
export const openRests = ({ firstMs, mostMs }: Apart) => {
  /** The one that began longest ago first. */
  const begun = new Map<string, Rested>()
  const nextTurn = openTurns()

  /**
   * Keys that rest longest have a turn each: woken first at one moment, by a flow, they would go on beginning together,
   * and all that they share be busy and idle by turns. A key comes into it by one rest of up to 1.75 of the longest.
   */
  const next = (last: Rested | undefined, wokenAt: number | undefined): Rested => {
    const at = performance.now()
    const isSoon = last !== undefined && (wokenAt ?? at) - last.at < 2 * last.restMs
    if (!isSoon) return { at, restMs: firstMs }
    // Its turn comes instead of a rest that is nearly as long: all keys of a flow would end that one together.
    if (2 * last.restMs <= mostMs / 2) return { at, restMs: 2 * last.restMs }
    const turn = last.turn ?? nextTurn()
    const untilTurn = (((turn * mostMs - at) % mostMs) + mostMs) % mostMs
    const restMs = untilTurn < LEAST_REST * mostMs ? untilTurn + mostMs : untilTurn
    return { at, restMs: last.turn === undefined ? restMs : Math.min(restMs, MOST_REST * mostMs), turn }
  }

  const forgetOld = (now: number): void => {
    for (const [key, { at }] of begun) {
      if (now - at < FORGET_AFTER_MS) return
      begun.delete(key)
    }
  }

  return {
    leftMs: (key: string): number => {
      const last = begun.get(key)
      return last ? last.at + last.restMs - performance.now() : 0
    },
    /** Returns what held for the key until then. */
    begin: (key: string, wokenAt: number | undefined): Rested | undefined => {
      const last = begun.get(key)
      const one = next(last, wokenAt)
      begun.delete(key)
      begun.set(key, one)
      forgetOld(one.at)
      return last
    },
    /** A run that could do nothing was none: what held before it holds again. */
    takeBack: (key: string, before: Rested | undefined): void => {
      begun.delete(key)
      if (before) begun.set(key, before)
    },
    /** Within the last minute. */
    hasRunLately: (key: string): boolean => begun.has(key),
    count: (): number => begun.size,
  }
}

const GOLDEN = (Math.sqrt(5) - 1) / 2

/** Shares of one, each far from those given before, however many there will be. */
const openTurns = (): (() => number) => {
  let turn = 0
  return () => (turn = (turn + GOLDEN) % 1)
}
