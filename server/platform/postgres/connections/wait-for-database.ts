import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../process/log.ts'
import { hasLostConnection } from './database-away.ts'
import { createClient } from './pool.ts'

const BETWEEN_TRIES_MS = 500
const BETWEEN_WORDS_MS = 10_000

/**
 * Settled once the database answers. Where it is not there yet, is starting or has no room, this waits and says so; a
 * refused password or a database that does not exist fails at once, for the operator to correct.
 */
export const waitForDatabase = async (url: string, log: Log): Promise<void> => {
  let saidAt = -Infinity
  for (;;) {
    const client = createClient(url)
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch (cause) {
      if (!hasLostConnection(cause)) throw cause
      if (performance.now() - saidAt > BETWEEN_WORDS_MS) {
        saidAt = performance.now()
        log.warn(
          { host: client.host, port: client.port, why: (cause as Error).message },
          'waiting for the database',
        )
      }
    } finally {
      client.end().catch(() => undefined)
    }
    await pause(BETWEEN_TRIES_MS)
  }
}
