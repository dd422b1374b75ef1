import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '../../errors.ts'
import type { Log } from '../../process/log.ts'
import { isDatabaseAway } from './database-away.ts'
import { refusalOf } from './database-refusal.ts'
import { createClient } from './pool.ts'

const BETWEEN_TRIES_MS = 500
const BETWEEN_WORDS_MS = 10_000

/**
 * Settled once the database answers and has answered what `begin` asks of it. Where it is not there yet, is starting,
 * busy or without room, this waits and says so, and begins anew; a refused password or a database that does not exist
 * fails at once, in one line that names the setting, for the operator to correct.
 */
export const waitForDatabase = async <Out>(
  url: string,
  log: Log,
  begin: () => Promise<Out>,
  setting = 'DATABASE_URL',
): Promise<Out> => {
  let saidAt = -Infinity
  for (;;) {
    const client = createClient(url)
    try {
      await client.connect().catch((cause: unknown) => {
        throw orRefused(cause, setting)
      })
      await client.query('select 1')
      return await begin()
    } catch (cause) {
      if (!isDatabaseAway(cause) || refusalOf(cause)) throw orKnown(cause, setting)
      if (performance.now() - saidAt > BETWEEN_WORDS_MS) {
        saidAt = performance.now()
        // Where a name has several addresses Node's error has no message of its own.
        const { message, code } = cause as Error & { code?: string }
        log.warn({ host: client.host, port: client.port, why: message || code }, 'waiting for the database')
      }
    } finally {
      client.end().catch(() => undefined)
    }
    await pause(BETWEEN_TRIES_MS)
  }
}

/** Also where a name of the address is wrong in a way that has no code. */
const orRefused = (cause: unknown, setting: string): unknown =>
  isDatabaseAway(cause) || cause instanceof Refusal || refusalOf(cause)
    ? cause
    : new Refusal(
        'database',
        503,
        `${setting} cannot be used: ${(cause as Error).message}. Check its address, user, password and database.`,
      )

const orKnown = (cause: unknown, setting: string): unknown => {
  const why = refusalOf(cause)
  return why ? new Refusal('database', 503, `${setting} cannot be used: ${why}.`) : cause
}
