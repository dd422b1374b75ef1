/**
 * A connection just opened has planned nothing and knows no table: until then it costs the server as much as dozens
 * of texts. So whoever finds `enough` of them in use waits for one that becomes free, and only after `patienceMs` for
 * one of its own: one each `patienceMs`, however many wait, because a server with too much to do is not helped by more.
 */
export type Sparing = { enough: number; patienceMs: number }

export type Turns = {
  take: () => Promise<void>
  give: () => void
}

/** For a pool that opens one for whoever finds none free. */
export const NO_TURNS: Turns = { take: () => Promise.resolve(), give: () => undefined }

/** `opened`: how many there are for those who take turns; those beyond `enough` are used while they last. */
export const openTurns = ({ enough, patienceMs }: Sparing, opened: () => number): Turns => {
  const waiting: { since: number; go: () => void }[] = []
  let inUse = 0
  let lastOverdueAt = -Infinity
  let patience: NodeJS.Timeout | undefined

  const admitNext = (): void => {
    inUse += 1
    waiting.shift()!.go()
  }

  /** The patience of whoever has waited longest. */
  const watchNext = (): void => {
    clearTimeout(patience)
    const [next] = waiting
    if (!next) return
    const from = Math.max(next.since, lastOverdueAt)
    patience = setTimeout(admitOverdue, from + patienceMs - performance.now())
  }

  const admitOverdue = (): void => {
    lastOverdueAt = performance.now()
    admitNext()
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
