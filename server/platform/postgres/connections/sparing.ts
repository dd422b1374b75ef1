/**
 * A connection just opened has planned nothing and knows no table: until then it costs the server as much as dozens
 * of texts, and more of them do not help one with too much to do.
 */
export type Sparing = {
  /** Whoever finds so many in use waits for one that becomes free. */
  enough: number
  /** Whoever has waited so long gets one of its own: one of them each time that this passes. */
  patienceMs: number
  /** Whoever has waited so long goes to the pool. */
  longestMs: number
}

export type Turns = {
  take: () => Promise<void>
  give: () => void
}

/** For a pool that opens one for whoever finds none free. */
export const NO_TURNS: Turns = { take: () => Promise.resolve(), give: () => undefined }

/** `opened`: how many there are for those who take turns; those beyond `enough` are used while they last. */
export const openTurns = ({ enough, patienceMs, longestMs }: Sparing, opened: () => number): Turns => {
  const waiting: { since: number; go: () => void }[] = []
  let inUse = 0
  let lastOverdueAt = -Infinity
  let patience: NodeJS.Timeout | undefined

  const admitNext = (): void => {
    inUse += 1
    waiting.shift()!.go()
  }

  const overdueAt = ({ since }: { since: number }): number =>
    Math.min(Math.max(since, lastOverdueAt) + patienceMs, since + longestMs)

  /** The patience of whoever has waited longest. */
  const watchNext = (): void => {
    clearTimeout(patience)
    const [next] = waiting
    if (next) patience = setTimeout(admitOverdue, Math.max(0, overdueAt(next) - performance.now()))
  }

  const admitOverdue = (): void => {
    const now = performance.now()
    while (waiting[0] && overdueAt(waiting[0]) <= now) {
      lastOverdueAt = now
      admitNext()
    }
    watchNext()
  }

  const isFull = () => inUse >= Math.max(enough, opened())

  return {
    take: () => {
      if (waiting.length === 0 && !isFull()) {
        inUse += 1
        return Promise.resolve()
      }
      return new Promise((go) => {
        waiting.push({ since: performance.now(), go })
        if (waiting.length === 1) watchNext()
      })
    },
    give: () => {
      inUse -= 1
      if (waiting.length === 0 || isFull()) return
      admitNext()
      watchNext()
    },
  }
}
