type Waiting<In, Out> = { item: In; resolve: (out: Out) => void; reject: (cause: unknown) => void }

export type BatcherOptions = {
  most?: number
  atOnce?: number
  /** Between the beginnings of two runs, where no caller is in a hurry: quick runs would be many and small. */
  apartMs?: number
  /** So many that wait go at once: more of them would save nothing. */
  enough?: number
}

/**
 * Group commit: an item that finds nothing under way goes at once and alone; items that arrive meanwhile
 * go together in the next run. `run` answers in the order of its items; when it throws, every item of that run gets
 * the error.
 */
export const createBatcher = <In, Out>(
  run: (items: In[]) => Promise<Out[]>,
  { most = 200, atOnce = 1, apartMs = 0, enough = Number.POSITIVE_INFINITY }: BatcherOptions = {},
): ((item: In) => Promise<Out>) => {
  let waiting: Waiting<In, Out>[] = []
  let running = 0
  const rests = new Set<NodeJS.Timeout>()

  const next = async (): Promise<void> => {
    const batch = waiting.slice(0, most)
    waiting = waiting.slice(most)
    running += 1
    const begunAt = performance.now()
    try {
      const outs = await run(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => resolve(outs[index] as Out))
    } catch (cause) {
      for (const { reject } of batch) reject(cause)
    } finally {
      const restMs = waiting.length >= enough ? 0 : begunAt + apartMs - performance.now()
      if (restMs > 0) rest(restMs)
      else end()
    }
  }

  const end = (): void => {
    running -= 1
    if (waiting.length > 0) void next()
  }

  const rest = (ms: number): void => {
    const timer = setTimeout(() => {
      rests.delete(timer)
      end()
    }, ms)
    rests.add(timer)
  }

  const endRest = ([timer]: Set<NodeJS.Timeout>): void => {
    if (!timer) return
    clearTimeout(timer)
    rests.delete(timer)
    end()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (running < atOnce) void next()
      else if (waiting.length >= enough) endRest(rests)
    })
}
