import type { Log } from './log.ts'

/** A database that is away for an hour fills no disk with one failure. */
const BETWEEN_WORDS_MS = 10_000

/** For what fails again and again: said at first, every ten seconds, and at once where it went well between. */
export const sayRarely = (
  log: Log,
  words: string,
): { failed: (cause: unknown) => void; well: () => void } => {
  let saidAt = -Infinity
  return {
    failed: (cause) => {
      if (performance.now() - saidAt < BETWEEN_WORDS_MS) return
      saidAt = performance.now()
      log.warn({ err: cause }, words)
    },
    well: () => {
      saidAt = -Infinity
    },
  }
}
