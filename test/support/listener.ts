import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { path: string; headers: IncomingHttpHeaders; body: string; status: number }

/** Stands in for the product: keeps the calls of the stand-ins, and answers each with the status from `answer`. */
export const startListener = async (
  answer: (call: Omit<Received, 'status'>) => number = () => 200,
): Promise<{ url: string; received: Received[]; close: () => Promise<void> }> => {
  const received: Received[] = []
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      const call = { path: request.url ?? '', headers: request.headers, body }
      const status = answer(call)
      received.push({ ...call, status })
      reply.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
