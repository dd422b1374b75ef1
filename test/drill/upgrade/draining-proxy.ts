import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'

type Backend = { port: number; isReady: boolean; isTakenOut: boolean; agent: Agent }

export type DrainingProxy = Awaited<ReturnType<typeof openDrainingProxy>>

const LOOK_MS = 200

/**
 * As a proxy in front of two apis is set up: it asks each for /readyz several times a second, sends requests in turn to
 * those that are ready over connections that it keeps, and asks another where one could not even connect.
 */
export const openDrainingProxy = async (port: number, ports: number[]) => {
  const backends: Backend[] = ports.map((at) => ({
    port: at,
    isReady: false,
    isTakenOut: false,
    agent: new Agent({ keepAlive: true, maxSockets: 256 }),
  }))
  const answers = new Map<string, number>()
  const failures: string[] = []
  let turn = 0

  const look = async (backend: Backend): Promise<void> => {
    const signal = AbortSignal.timeout(1_000)
    backend.isReady = await fetch(`http://127.0.0.1:${backend.port}/readyz`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  const timer = setInterval(() => void Promise.all(backends.map(look)), LOOK_MS)

  const next = (but: Backend[]): Backend | undefined => {
    const ready = backends.filter((one) => one.isReady && !one.isTakenOut && !but.includes(one))
    return ready[turn++ % ready.length]
  }
  const answer = (call: IncomingMessage, reply: ServerResponse, status: number, why: string): void => {
    note(call, status, why)
    reply.writeHead(status).end()
  }
  const note = (call: IncomingMessage, status: number, why = ''): void => {
    const door = call.url!.split('?', 1)[0]!.replace(/\/[0-9a-f-]{20,}$/, '')
    answers.set(`${status}`, (answers.get(`${status}`) ?? 0) + 1)
    if (status >= 500) failures.push(`${door} ${status} ${why}`.trim())
  }

  const pass = (call: IncomingMessage, reply: ServerResponse, body: Buffer, tried: Backend[] = []): void => {
    const backend = next(tried)
    if (!backend) return answer(call, reply, 503, 'no api is ready')
    const { method, url: path, headers } = call
    const onward = request({
      host: '127.0.0.1',
      port: backend.port,
      agent: backend.agent,
      method,
      path,
      headers,
    })
    onward.once('response', (came) => {
      note(call, came.statusCode!)
      reply.writeHead(came.statusCode!, came.headers)
      came.pipe(reply)
    })
    onward.once('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ECONNREFUSED') return pass(call, reply, body, [...tried, backend])
      if (!reply.headersSent) answer(call, reply, 502, cause.code ?? cause.message)
    })
    onward.end(body)
  }

  const server = createServer((call, reply) => {
    const chunks: Buffer[] = []
    call.on('data', (chunk: Buffer) => chunks.push(chunk))
    call.on('end', () => pass(call, reply, Buffer.concat(chunks)))
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    /** By status. */
    answers,
    /** Each 5xx, with its door and why. */
    failures,
    isReady: (at: number) => backends.some((one) => one.port === at && one.isReady),
    /** As an operator does for a version that does not say that it is about to stop. */
    takeOut: (at: number, isTakenOut: boolean): void => {
      for (const one of backends) if (one.port === at) one.isTakenOut = isTakenOut
    },
    close: (): void => {
      clearInterval(timer)
      for (const { agent } of backends) agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}
