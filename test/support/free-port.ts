import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Systems take ports for outgoing connections from 32768 on: those could be taken again before somebody listens. */
const LOWEST = 11_000
const HIGHEST = 19_999

/** Addresses of our own contain their port, so that it must be known before the first request. */
export const freePort = async (host = '127.0.0.1'): Promise<number> => {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST + 1)
    const probe = createServer().listen(port, host)
    try {
      await once(probe, 'listening')
      probe.close()
      await once(probe, 'close')
      return port
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause
    }
  }
}
