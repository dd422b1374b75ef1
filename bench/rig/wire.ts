import { connect, type Socket } from 'node:net'

export type WireAnswer = { status: number }

export type Wire = {
  /** Rejects when the connection fails before the answer is whole. */
  post: (path: string, body: string, headers: Record<string, string>) => Promise<WireAnswer>
  get: (path: string, headers: Record<string, string>) => Promise<WireAnswer>
  close: () => void
}

/** What the failure's cause says then. */
export const NO_ANSWER_IN_TIME = 'no answer in time'

type Errand = { request: string; done: (answer: WireAnswer) => void; fail: (cause: Error) => void }
type Lane = { socket: Socket | undefined; errand: Errand | undefined; read: string }

/**
 * HTTP/1.1 over kept-alive sockets, as little of it as a short request with a short answer needs: the sender of the
 * load shares two cores with what it measures.
 */
export const openWire = ({
  host,
  port,
  connections,
  timeoutMs = 15_000,
}: {
  host: string
  port: number
  connections: number
  timeoutMs?: number
}): Wire => {
  const idle: Lane[] = Array.from({ length: connections }, () => ({
    socket: undefined,
    errand: undefined,
    read: '',
  }))
  const lanes = [...idle]
  const waiting: Errand[] = []
  let closed = false

  const start = (lane: Lane, errand: Errand): void => {
    lane.errand = errand
    lane.read = ''
    lane.socket ??= open(lane)
    lane.socket.write(errand.request)
  }

  const open = (lane: Lane): Socket => {
    const socket = connect({ host, port, noDelay: true })
    socket.setEncoding('latin1')
    socket.setTimeout(timeoutMs, () => socket.destroy(lane.errand ? new Error(NO_ANSWER_IN_TIME) : undefined))
    socket.on('data', (chunk: string) => {
      lane.read += chunk
      const answer = wholeAnswer(lane.read)
      if (!answer || !lane.errand) return
      const { errand } = lane
      if (!answer.keepAlive) drop(lane, socket)
      free(lane)
      errand.done(answer)
    })
    socket.on('error', (cause) => lose(lane, socket, cause))
    socket.on('close', () => lose(lane, socket, new Error('it closed the connection')))
    return socket
  }

  const lose = (lane: Lane, socket: Socket, cause: Error): void => {
    if (lane.socket !== socket) return
    drop(lane, socket)
    const { errand } = lane
    if (!errand) return
    free(lane)
    const [firstLine] = errand.request.split('\r\n', 1)
    errand.fail(new Error(`${host}:${port} did not answer ${firstLine}: ${cause.message}`, { cause }))
  }

  const drop = (lane: Lane, socket: Socket): void => {
    if (lane.socket === socket) lane.socket = undefined
    socket.destroy()
  }

  const free = (lane: Lane): void => {
    lane.errand = undefined
    lane.read = ''
    const next = waiting.shift()
    if (next) start(lane, next)
    else idle.push(lane)
  }

  const send = (request: string): Promise<WireAnswer> =>
    new Promise((done, fail) => {
      if (closed) return fail(new Error('closed'))
      const lane = idle.pop()
      if (lane) start(lane, { request, done, fail })
      else waiting.push({ request, done, fail })
    })
  const head = (method: string, path: string, headers: Record<string, string>): string =>
    `${method} ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\n` +
    Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')

  return {
    post: (path, body, headers) =>
      send(`${head('POST', path, headers)}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
    get: (path, headers) => send(`${head('GET', path, headers)}\r\n`),
    close: () => {
      closed = true
      for (const lane of lanes) lane.socket?.destroy()
    },
  }
}

const wholeAnswer = (read: string): { status: number; keepAlive: boolean } | undefined => {
  const head = read.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const headers = read.slice(0, head).toLowerCase()
  const status = Number(headers.slice(9, 12))
  const keepAlive = !headers.includes('\r\nconnection: close')
  const length = /\r\ncontent-length: (\d+)/.exec(headers)
  if (length) return read.length >= head + 4 + Number(length[1]) ? { status, keepAlive } : undefined
  if (headers.includes('transfer-encoding: chunked') && !read.endsWith('0\r\n\r\n')) return undefined
  return { status, keepAlive }
}
