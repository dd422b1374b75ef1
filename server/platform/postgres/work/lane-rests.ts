/**
 * Between the beginnings of two runs of one key, which do together what it was woken for meanwhile: `firstMs`, twice as
 * long after each that follows soon, up to `mostMs`, and once up to 1.75 of that, to come into its turn. So a burst is
 * done in few runs, and a flow in large ones.
 */
export type Apart = { firstMs: number; mostMs: number }

export type Begun = {
  at: number
  restMs: number
  /** Once it rests longest: the share of `mostMs` that is over each time when it begins. */
  turn?: number
}

/** Of the longest rest: a turn that comes round sooner than this is let pass, and the next one taken. */
const LEAST_REST = 0.75

/**
 * A key that begins now, and how long it rests then. Keys that rest longest have a turn each: woken first at one
 * moment, by a flow, they would go on beginning together, and all that they share be busy and idle by turns.
 */
export const begin = (
  { firstMs, mostMs }: Apart,
  last: Begun | undefined,
  wokenAt: number | undefined,
  nextTurn: () => number,
): Begun => {
  const at = performance.now()
  const isSoon = last !== undefined && (wokenAt ?? at) - last.at < 2 * last.restMs
  if (!isSoon) return { at, restMs: firstMs }
  if (2 * last.restMs < mostMs) return { at, restMs: 2 * last.restMs }
  const turn = last.turn ?? nextTurn()
  const untilTurn = (((turn * mostMs - at) % mostMs) + mostMs) % mostMs
  return { at, restMs: untilTurn < LEAST_REST * mostMs ? untilTurn + mostMs : untilTurn, turn }
}

const GOLDEN = (Math.sqrt(5) - 1) / 2

/** Shares of one, each far from those given before, however many there will be. */
export const openTurns = (): (() => number) => {
  let turn = 0
  return () => (turn = (turn + GOLDEN) % 1)
}
