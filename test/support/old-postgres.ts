import { createServer, type AddressInfo } from 'node:net'

const REFUSAL = 'SFATAL\0C42704\0Munrecognized configuration parameter "transaction_timeout"\0\0'

/** Refuses each connection as a PostgreSQL before 17 does, which does not know one of our limits. */
export const startOldPostgres = async (): Promise<{ url: string; close: () => Promise<void> }> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      const body = Buffer.from(REFUSAL)
      const head = Buffer.from([0x45, 0, 0, 0, 0])
      head.writeInt32BE(body.length + 4, 1)
      socket.end(Buffer.concat([head, body]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://goodword@127.0.0.1:${port}/goodword`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
