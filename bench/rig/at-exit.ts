const kills = new Set<() => void>()

/** However this process ends, what it started ends too. Returns a function that cancels this. */
export const atExit = (kill: () => void): (() => void) => {
  if (process.listenerCount('exit', killAll) === 0) {
    process.on('exit', killAll)
    // By themselves these two end a process without its exit.
    process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143))
  }
  kills.add(kill)
  return () => kills.delete(kill)
}

const killAll = (): void => {
  for (const kill of kills) kill()
}
