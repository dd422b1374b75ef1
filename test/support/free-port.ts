import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Systems take ports for outgoing connections from 32768 on: those could be taken before they are listened at. */
const LOWEST = 11_000
/** Processes that were started one after another take theirs from different slices, so that no two take the same. */
const SLICES = 100
const PORTS_OF_A_SLICE = 90

const slice = LOWEST + (process.pid % SLICES) * PORTS_OF_A_SLICE
let turn = randomInt(PORTS_OF_A_SLICE)

/** Addresses of our own contain their port, so that it must be known before the first request. */
export const freePort = async (host = '127.0.0.1'): Promise<number> => {
  for (;;) {
    turn = (turn + 1) % PORTS_OF_A_SLICE
    const port = slice + turn
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
