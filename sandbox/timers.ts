export type Timers = {
  after: (ms: number, work: () => void) => void
  /** Resolves after `ms`, or at once when the sandbox closes. */
  pause: (ms: number) => Promise<void>
  isOver: () => boolean
  clear: () => void
}

/** Timers that are cleared when the sandbox closes, so that it leaves none running. */
export const createTimers = (): Timers => {
  const running = new Map<NodeJS.Timeout, () => void>()
  let isOver = false

  const start = (ms: number, work: () => void, atEnd: () => void) => {
    if (isOver) {
      atEnd()
      return
    }
    const timer = setTimeout(() => {
      running.delete(timer)
      work()
    }, ms)
    running.set(timer, atEnd)
  }

  return {
    after: (ms, work) => start(ms, work, () => undefined),
    pause: (ms) => new Promise((resolve) => start(ms, resolve, resolve)),
    isOver: () => isOver,
    clear: () => {
      isOver = true
      for (const [timer, atEnd] of running) {
        clearTimeout(timer)
        atEnd()
      }
      running.clear()
    },
  }
}
