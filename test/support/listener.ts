import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Heard = { path: string; headers: IncomingHttpHeaders; body: string; status: number }

/** A product that only listens: keeps what the stand-ins call it with, and answers as it is told. */
export const startListener = async (
  answer: (call: Omit<Heard, 'status'>) => number = () => 200,
): Promise<{ url: string; heard: Heard[]; close: () => Promise<void> }> => {
  const heard: Heard[] = []
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      const call = { path: request.url ?? '', headers: request.headers, body }
      const status = answer(call)
      heard.push({ ...call, status })
      reply.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
