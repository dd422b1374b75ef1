export type Gate = {
  /** Waits for its turn, in the order of asking. */
  run: <Out>(work: () => Promise<Out>) => Promise<Out>
  /** Does it now, or not at all: false where too many are under way. */
  tryRun: (work: () => Promise<void>) => Promise<boolean>
}

/** Lets at most so many through at a time, so that what hangs behind it takes no more than its own share. */
export const createGate = (most: number): Gate => {
  const waiting: (() => void)[] = []
  let inside = 0
  const run: Gate['run'] = async (work) => {
    if (inside >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else inside += 1
    try {
      return await work()
    } finally {
      // Whoever waits takes this place at once, so that no newcomer slips in between.
      const next = waiting.shift()
      if (next) next()
      else inside -= 1
    }
  }
  return {
    run,
    tryRun: async (work) => {
      if (inside >= most) return false
      await run(work)
      return true
    },
  }
}
