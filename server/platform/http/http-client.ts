import type { IncomingHttpHeaders } from 'node:http'
import { Pool } from 'undici'

export type HttpCall = {
  method: 'GET' | 'POST' | 'DELETE'
  /** Begins with a slash; the base URL's own path comes before it. */
  path: string
  headers?: Record<string, string>
  body?: string
  /** Asked when the call is about to be written to its connection; where it is false, nothing is sent. */
  mayBegin?: (() => boolean) | undefined
  /** In place of the client's. */
  timeoutMs?: number
}

export type HttpAnswer = { status: number; headers: IncomingHttpHeaders; text: string }

/** No whole answer came. Unless `wasSent`, the call certainly did not reach the other side. */
export class NoAnswer extends Error {
  readonly code: string
  readonly wasSent: boolean

  constructor(code: string, wasSent: boolean, cause?: unknown) {
    super(`no answer: ${code}`, { cause })
    this.name = 'NoAnswer'
    this.code = code
    this.wasSent = wasSent
  }
}

export type HttpClient = {
  /** Throws NoAnswer, and nothing else. Never calls twice: only the caller knows whether that is safe. */
  call: (call: HttpCall) => Promise<HttpAnswer>
  close: () => Promise<void>
}

/** Kept-alive connections to one host. `timeoutMs` spans the whole call: waiting, connecting, sending, reading. */
export const openHttpClient = (options: {
  baseUrl: string
  connections: number
  timeoutMs: number
}): HttpClient => {
  const { origin, pathname } = new URL(options.baseUrl)
  const prefix = pathname.replace(/\/+$/, '')
  const pool = new Pool(origin, {
    connections: options.connections,
    pipelining: 1,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: options.timeoutMs,
    maxResponseSize: MAX_ANSWER_BYTES,
  })
  return {
    call: (call) =>
      exchange(pool, { ...call, path: prefix + call.path }, call.timeoutMs ?? options.timeoutMs),
    close: () => pool.close(),
  }
}

const MAX_ANSWER_BYTES = 64 * 1024 * 1024

/** On undici's dispatch level: `request` would build streams for what is a small text. */
const exchange = (pool: Pool, call: HttpCall, timeoutMs: number): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let wasSent = false
    let isOver = false
    let status = 0
    let headers: IncomingHttpHeaders = {}
    let abort: ((reason: Error) => void) | undefined
    const fail = (code: string, cause?: unknown) => {
      isOver = true
      clearTimeout(timer)
      reject(new NoAnswer(code, wasSent, cause))
    }
    const timer = setTimeout(() => {
      fail('timeout')
      abort?.(new Error('timeout'))
    }, timeoutMs)

    pool.dispatch(
      { method: call.method, path: call.path, headers: call.headers ?? null, body: call.body ?? null },
      {
        onRequestStart(controller) {
          if (isOver) return controller.abort(new Error('timeout'))
          if (call.mayBegin?.() === false) {
            fail('too-late')
            return controller.abort(new Error('too-late'))
          }
          wasSent = true
          abort = (reason) => controller.abort(reason)
        },
        onResponseStart(_controller, answered, answeredHeaders) {
          status = answered
          headers = answeredHeaders
        },
        onResponseData(_controller, chunk) {
          chunks.push(chunk)
        },
        onResponseEnd() {
          clearTimeout(timer)
          const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
          resolve({ status, headers, text: body.toString('utf8') })
        },
        onResponseError(_controller, error) {
          if (!isOver) fail((error as NodeJS.ErrnoException).code ?? error.name, error)
        },
      },
    )
  })
