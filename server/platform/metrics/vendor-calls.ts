import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** `answer`: 2xx, 3xx, 4xx, 429, 5xx, or none. */
export type RecordCall = (vendor: string, answer: string, seconds: number) => void

type Request = { origin?: unknown; path?: string }
type Message = { request: Request; response?: { statusCode: number } }

/**
 * Counts the calls that this process makes by HTTP, whoever makes them: the client, `fetch` and the vendors' own
 * libraries all pass here. `vendorAt` names whose address it is, and undefined for one that is not counted.
 */
export const watchCalls = (
  vendorAt: (address: string) => string | undefined,
  record: RecordCall,
): { stop: () => void } => {
  const begun = new WeakMap<Request, { vendor: string; at: number }>()
  const begin = (message: unknown) => {
    const { request } = message as Message
    const vendor = vendorAt(`${String(request.origin)}${request.path ?? ''}`)
    if (vendor) begun.set(request, { vendor, at: performance.now() })
  }
  const end = (message: unknown) => {
    const { request, response } = message as Message
    const call = begun.get(request)
    if (!call || (response && response.statusCode < 200)) return
    begun.delete(request)
    record(call.vendor, answerOf(response?.statusCode), (performance.now() - call.at) / 1000)
  }
  const channels = { create: begin, headers: end, error: end }
  for (const [name, listen] of Object.entries(channels)) subscribe(`undici:request:${name}`, listen)
  return {
    stop: () => {
      for (const [name, listen] of Object.entries(channels)) unsubscribe(`undici:request:${name}`, listen)
    },
  }
}

const answerOf = (status: number | undefined): string => {
  if (status === undefined) return 'none'
  return status === 429 ? '429' : `${Math.floor(status / 100)}xx`
}
