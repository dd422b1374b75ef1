const kills = new Set<() => void>()
const ends = new Set<() => Promise<unknown>>()

/** Longer than PostgreSQL takes to write what it has in memory, so that nothing keeps an ended process for ever. */
const LONGEST_END_MS = 60_000

/** However this process ends, what it started ends too. Returns a function that cancels this. */
export const atExit = (kill: () => void): (() => void) => {
  listen()
  kills.add(kill)
  return () => kills.delete(kill)
}

/**
 * A signal ends this process once each of these is done; they begin together. For what an exit is too short for, such
 * as the folder of a database that has to end first. Returns a function that cancels this.
 */
export const onSignal = (end: () => Promise<unknown>): (() => void) => {
  listen()
  ends.add(end)
  return () => ends.delete(end)
}

const listen = (): void => {
  if (process.listenerCount('exit', killAll) > 0) return
  process.on('exit', killAll)
  // By themselves these two end a process without its exit.
  process.on('SIGINT', () => leave(130)).on('SIGTERM', () => leave(143))
}

/** The newest first: a folder is removed once nothing is at work in it. */
const killAll = (): void => {
  for (const kill of [...kills].toReversed()) {
    try {
      kill()
    } catch (cause) {
      // The others have to end all the same.
      console.error(cause)
    }
  }
}

let isLeaving = false

/** Once: npm passes on what a terminal has sent to all, and a second signal would cut short what the first began. */
const leave = (code: number): void => {
  if (isLeaving) return
  isLeaving = true
  const exit = (): void => process.exit(code)
  if (ends.size === 0) return exit()
  // What is under way fails as its products end.
  process.on('uncaughtException', () => undefined)
  setTimeout(exit, LONGEST_END_MS)
  void Promise.allSettled([...ends].map((end) => end())).then(exit)
}
