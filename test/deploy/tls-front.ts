import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { Authority } from './authority.ts'

export type TlsFront = { close: () => void }

/** What a TLS proxy does, in front of one port of this machine. */
export const openTlsFront = async (
  { cert, key }: Authority,
  { port, to }: { port: number; to: number },
): Promise<TlsFront> => {
  const server = createServer({ cert, key }, (asked, reply) => {
    const headers = {
      ...asked.headers,
      'x-forwarded-proto': 'https',
      'x-forwarded-for': asked.socket.remoteAddress,
    }
    const onward = request({ port: to, method: asked.method, path: asked.url, headers }, (answer) => {
      reply.writeHead(answer.statusCode!, answer.rawHeaders)
      answer.pipe(reply)
    })
    onward.on('error', () => reply.writeHead(502).end())
    asked.pipe(onward)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
