import { Refusal } from '../errors.ts'
import { KeyMissing } from '../seal.ts'
import { EnvError } from './env.ts'
import type { Log } from './log.ts'

/** Longer than a call to the gateway may take, so that a restart leaves no text of unknown fate. */
export const LONGEST_CLOSE_MS = 25_000

/** The argument of a process that is to load its code, and then to do as the process that started it tells it. */
export const HELD = '--held'

/** `prepare`: the database is there. `serve`: so is all else, and what this process does may be seen. */
export type Told = 'prepare' | 'serve'

const told: Record<Told, PromiseWithResolvers<void>> = {
  prepare: Promise.withResolvers(),
  serve: Promise.withResolvers(),
}
let listens = false

/** Waits for this word, in a process that is held. Ends it where the one that started it ends before. */
export const untilTold = (word: Told): Promise<void> => {
  if (!process.argv.includes(HELD)) return Promise.resolve()
  if (!listens) listen()
  return told[word].promise
}

/** From the first waiting on: a word that comes early is kept. */
const listen = (): void => {
  listens = true
  const leave = () => process.exit(0)
  if (process.connected === false) leave()
  process.once('disconnect', leave)
  process.on('message', (word) => {
    told[word as Told]?.resolve()
    if (word === 'serve') process.off('disconnect', leave)
  })
}

/**
 * Ends this process in order: on SIGTERM, SIGINT, or when the parent that started it has ended (so that a killed
 * `npm start` leaves nothing behind), `close` runs once, with 25 seconds to finish what is under way. What is returned
 * ends it for another reason.
 */
export const closeOnExit = (
  log: Log,
  close: (why: string) => Promise<void>,
): ((why: string, code?: number) => void) => {
  let closing = false
  const end = (why: string, code = 0) => {
    if (closing) return
    closing = true
    log[code === 0 ? 'info' : 'error']({ why }, 'stopping')
    setTimeout(() => {
      log.error('what was under way did not end in time')
      process.exit(1)
    }, LONGEST_CLOSE_MS).unref()
    close(why).then(
      () => process.exit(code),
      (cause: unknown) => {
        log.error({ err: cause }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => end('SIGTERM'))
  process.on('SIGINT', () => end('SIGINT'))
  const endOrphaned = () => end('parent ended')
  process.once('disconnect', endOrphaned)
  // It ended before anybody listened. Not at once: what `close` needs may not be there before this has returned.
  if (process.connected === false) setImmediate(endOrphaned)
  return end
}

/** To the process that started this one and waits for it. Where that has ended, nobody has to know. */
export const sayReady = (): void => {
  process.send?.('ready', () => undefined)
}

/** Ends a process that could not start, with a plain message where the operator can correct the cause. */
export const endAtStart = (cause: unknown): void => {
  process.stderr.write(`${startFault(cause)}\n`)
  process.exit(1)
}

const OF_THE_OPERATOR = [EnvError, Refusal, KeyMissing]

const startFault = (cause: unknown): string => {
  if (OF_THE_OPERATOR.some((kind) => cause instanceof kind)) return (cause as Error).message
  return (cause as Error).stack ?? String(cause)
}
