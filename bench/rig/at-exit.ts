const kills = new Set<() => void>()

/** However this process ends, what it started ends too. Returns a function that cancels this. */
export const atExit = (kill: () => void): (() => void) => {
  if (kills.size === 0 && process.listenerCount('exit', killAll) === 0) process.on('exit', killAll)
  kills.add(kill)
  return () => kills.delete(kill)
}

const killAll = (): void => {
  for (const kill of kills) kill()
}
