import { DatabaseAway } from './postgres/connections/database-away.ts'

type Waiting<In, Out> = {
  item: In
  since: number
  resolve: (out: Out) => void
  reject: (cause: unknown) => void
}

export type BatcherOptions = {
  most?: number
  atOnce?: number
  /** Between the beginnings of two runs, where no caller is in a hurry: quick runs would be many and small. */
  apartMs?: number
  /** So many that wait go at once: more of them would save nothing. */
  enough?: number
  /** What waited for longer is rejected: its caller has given up, and others would wait behind it. */
  patienceMs?: number
}

/**
 * Group commit: an item that finds nothing under way goes at once and alone; items that arrive meanwhile
 * go together in the next run. `run` answers in the order of its items; when it throws, every item of that run gets
 * the error.
 */
export const createBatcher = <In, Out>(
  run: (items: In[]) => Promise<Out[]>,
  {
    most = 200,
    atOnce = 1,
    apartMs = 0,
    enough = Number.POSITIVE_INFINITY,
    patienceMs = Number.POSITIVE_INFINITY,
  }: BatcherOptions = {},
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

  const endLate = (): void => {
    const oldest = performance.now() - patienceMs
    const inTime = waiting.findIndex(({ since }) => since >= oldest)
    for (const { reject } of waiting.splice(0, inTime < 0 ? waiting.length : inTime))
      reject(new DatabaseAway('it was not free in time'))
  }

  const end = (): void => {
    running -= 1
    endLate()
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
      waiting.push({ item, since: performance.now(), resolve, reject })
      if (running < atOnce) void next()
      else if (waiting.length >= enough) endRest(rests)
    })
}
