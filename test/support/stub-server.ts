import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export type StubCall = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}

export type StubAnswer =
  | { status?: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | 'silence'
  | 'reset'
  /** Begins, and breaks off in its body. */
  | 'cut'

export type Stub = {
  readonly url: string
  /** What came in since the test began. */
  calls: StubCall[]
  /** How to answer from now on. */
  answer: (call: StubCall) => StubAnswer
}

/** An HTTP server of this test file's own, with answers set by each test. */
export const useStub = (): Stub => {
  let port = 0
  const stub: Stub = {
    get url() {
      return `http://127.0.0.1:${port}`
    },
    calls: [],
    answer: () => ({ status: 404 }),
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', stub.url)
    const call = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: await text(request),
    }
    stub.calls.push(call)
    const answer = stub.answer(call)
    if (answer === 'silence') return
    if (answer === 'reset') return request.socket.destroy()
    if (answer === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
      return void response.write('{"', () => request.socket.destroySoon())
    }
    const { status = 200, headers = {}, json } = answer
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(answer.text ?? (json === undefined ? '' : JSON.stringify(json)))
  })

  beforeAll(async () => {
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    port = (server.address() as AddressInfo).port
  })
  beforeEach(() => {
    stub.calls = []
    stub.answer = () => ({ status: 404 })
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return stub
}
