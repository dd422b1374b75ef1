import { Pool, type Dispatcher } from 'undici'
import type { Traffic, Exchange } from './traffic.ts'

/** From now on no call leaves this process: each goes to a stand-in or to the product, through the traffic's hands. */
export const takeOverHttp = (traffic: Traffic): void => {
  Pool.prototype.dispatch = function dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    let aborted: Error | undefined
    const controller = {
      abort: (reason: Error) => {
        aborted = reason
      },
      pause: () => undefined,
      resume: () => undefined,
    } as unknown as Dispatcher.DispatchController
    const asked = {
      method: options.method,
      path: options.path,
      headers: (options.headers ?? {}) as Record<string, string>,
      body: typeof options.body === 'string' ? options.body : '',
    }
    traffic.call(asked, {
      mayBegin: () => {
        handler.onRequestStart?.(controller, {})
        return aborted === undefined
      },
      answer: ({ status, headers, body }) => {
        if (aborted) return
        handler.onResponseStart?.(controller, status, headers, '')
        handler.onResponseData?.(controller, Buffer.from(body))
        handler.onResponseEnd?.(controller, {})
      },
      fail: (cause) => {
        if (!aborted) handler.onResponseError?.(controller, cause)
      },
    })
    return true
  }
  globalThis.fetch = (input, init = {}) =>
    new Promise((resolve, reject) => {
      const url = new URL(input instanceof Request ? input.url : String(input))
      const { signal } = init
      const stop = () => reject(signal!.reason as Error)
      if (signal?.aborted) return stop()
      signal?.addEventListener('abort', stop)
      const asked: Exchange = {
        origin: url.origin,
        method: init.method ?? 'GET',
        path: url.pathname + url.search,
        headers: Object.fromEntries(new Headers(init.headers ?? {})),
        body: init.body === undefined || init.body === null ? '' : textOf(init.body),
      }
      traffic.call(asked, {
        mayBegin: () => !signal?.aborted,
        answer: ({ status, headers, body }) =>
          resolve(
            new Response(status === 204 ? null : body, {
              status,
              headers: headers as Record<string, string>,
            }),
          ),
        fail: (cause) => reject(new TypeError('fetch failed', { cause })),
      })
    })
}

const textOf = (body: unknown): string =>
  typeof body === 'string' || body instanceof URLSearchParams
    ? String(body)
    : Buffer.from(body as Uint8Array).toString()
