import { createServer, type AddressInfo } from 'node:net'

const UNKNOWN = 'SFATAL\0C42704\0Munrecognized configuration parameter "transaction_timeout"\0\0'
/** Of one that does not ask for what it does not know. */
const NOBODY = 'SFATAL\0C28000\0Mrole "goodword" does not exist\0\0'

/** Refuses each connection that asks for one of our limits as a PostgreSQL before 17 does, which does not know it. */
export const startOldPostgres = async (): Promise<{ url: string; close: () => Promise<void> }> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (asked) => {
      const body = Buffer.from(asked.includes(' transaction_timeout=') ? UNKNOWN : NOBODY)
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
