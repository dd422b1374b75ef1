import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** Addresses of our own contain their port, so that it must be known before the first request. */
export const freePort = async (host = '127.0.0.1'): Promise<number> => {
  const probe = createServer().listen(0, host)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
