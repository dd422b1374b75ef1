import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Wire } from '../wire.ts'

const QUIET_MS = 120

/** Sends the console an event when something changed, at most a few times a second. The page then fetches the state. */
export const streamChanges = (wire: Wire, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  reply.raw.write('retry: 1000\ndata: hello\n\n')
  let timer: NodeJS.Timeout | undefined
  const stop = wire.onChange(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      reply.raw.write('data: change\n\n')
    }, QUIET_MS).unref()
  })
  request.raw.on('close', () => {
    stop()
    clearTimeout(timer)
  })
  return reply
}
