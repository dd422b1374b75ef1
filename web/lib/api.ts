import type { Calls } from './calls.ts'
import { readProblem, Unreachable } from './problems.ts'
import { sessionWasRefused } from './session.ts'

export type CallName = keyof Calls
export type Answer<Name extends CallName> = Calls[Name]['answer']
type Given<Name extends CallName> = Omit<Calls[Name], 'answer'> & { signal?: AbortSignal }
type Arguments<Name extends CallName> = keyof Omit<Calls[Name], 'answer'> extends never
  ? [given?: Given<Name>]
  : [given: Given<Name>]
type Loose = {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
  signal?: AbortSignal
}

/**
 * The one way the screens talk to the server. Throws `Refused` with the server's problem, or `Unreachable`.
 * A refused session is dealt with here, wherever it shows.
 */
export const call = async <Name extends CallName>(
  name: Name,
  ...[given]: Arguments<Name>
): Promise<Answer<Name>> => {
  const [method = 'GET', template = ''] = name.split(' ')
  const { params = {}, query = {}, body, signal }: Loose = given ?? {}
  const response = await ask(name, addressOf(template, params, query), {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  return (response.status === 204 ? undefined : await response.json()) as Answer<Name>
}

/** A file that the server writes, whole, under the name that it gives. Throws as `call` does. */
export const download = async (address: string): Promise<{ name: string | undefined; content: Blob }> => {
  const response = await ask(`GET ${address}`, address, {})
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const content = await response.blob().catch((cause: unknown) => {
    throw new Unreachable(cause)
  })
  return { name, content }
}

const ask = async (name: string, address: string, init: RequestInit): Promise<Response> => {
  const response = await send(address, init)
  if (response.ok) return response
  const refusal = await readProblem(response)
  sessionWasRefused(name, refusal)
  throw refusal
}

const addressOf = (template: string, params: Record<string, string>, query: Loose['query']): string => {
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(key, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

const send = async (address: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(address, { ...init, credentials: 'same-origin' })
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new Unreachable(cause)
  }
}
