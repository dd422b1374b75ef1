type Waiting<In, Out> = { item: In; resolve: (out: Out) => void; reject: (cause: unknown) => void }

/**
 * Group commit: an item that finds nothing under way goes at once and alone; items that arrive meanwhile
 * go together in the next run. No timer, so a single caller does not wait. `run` answers in the order of
 * its items; when it throws, every item of that run gets the error.
 */
export const createBatcher = <In, Out>(
  run: (items: In[]) => Promise<Out[]>,
  { most = 200, atOnce = 1 }: { most?: number; atOnce?: number } = {},
): ((item: In) => Promise<Out>) => {
  let waiting: Waiting<In, Out>[] = []
  let running = 0

  const next = async (): Promise<void> => {
    const batch = waiting.slice(0, most)
    waiting = waiting.slice(most)
    running += 1
    try {
      const outs = await run(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => resolve(outs[index] as Out))
    } catch (cause) {
      for (const { reject } of batch) reject(cause)
    } finally {
      running -= 1
      if (waiting.length > 0) void next()
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (running < atOnce) void next()
    })
}
