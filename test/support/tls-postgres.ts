import { createServer, type AddressInfo } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Authority } from '../deploy/authority.ts'

/** Speaks TLS as PostgreSQL does, with this certificate, and nothing after it: for whoever looks at that alone. */
export const startTlsPostgres = async ({ cert, key }: Authority) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write('S')
      new TLSSocket(socket, { isServer: true, cert, key }).on('error', () => undefined)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://goodword:secret@127.0.0.1:${port}/goodword`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
