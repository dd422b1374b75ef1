import createClient from 'openapi-fetch'
import type { paths } from '../../dist/api/paths.d.ts'
import { readProblem, Refused, Unreachable } from './problems.ts'
import { sessionWasRefused } from './session/session.ts'

/** Each operation as its line in the API's description says: `GET /api/xero/status`. */
export type CallName = {
  [Path in keyof paths]: `${Uppercase<keyof paths[Path] & string>} ${Path}`
}[keyof paths]
type Operation<Name extends CallName> = Name extends `${infer Method} ${infer Path extends keyof paths}`
  ? paths[Path][Lowercase<Method> & keyof paths[Path]]
  : never

export type Answer<Name extends CallName> =
  Operation<Name> extends { responses: { 200: { content: { 'application/json': infer Json } } } }
    ? Json
    : void

type Params<Name extends CallName> =
  Operation<Name> extends { parameters: { path: infer Path } } ? { params: Path } : unknown
type Query<Name extends CallName> =
  Operation<Name> extends { parameters: { query: infer Query } }
    ? { query: Query }
    : Operation<Name> extends { parameters: { query?: infer Query } }
      ? { query?: Query }
      : unknown
type Body<Name extends CallName> =
  Operation<Name> extends { requestBody: { content: { 'application/json': infer Json } } }
    ? { body: Json }
    : unknown
/** A call that costs or sends is known to the server by its key. */
type Key<Name extends CallName> =
  Operation<Name> extends { parameters: { header?: infer Header } }
    ? [Header] extends [undefined]
      ? unknown
      : { key: string }
    : unknown
/** What a call is asked with. */
export type Question<Name extends CallName> = Params<Name> & Query<Name>
type Given<Name extends CallName> = Question<Name> & Body<Name> & Key<Name> & { signal?: AbortSignal }
type Arguments<Name extends CallName> =
  Record<never, never> extends Given<Name> ? [given?: Given<Name>] : [given: Given<Name>]
type Loose = { params?: object; query?: object; key?: string; body?: unknown; signal?: AbortSignal }

const client = createClient<paths>({
  headers: { accept: 'application/json' },
  fetch: (request) => fetch(request),
})
client.use({
  onResponse: async ({ request, schemaPath, response }) => {
    if (response.ok) return
    const refusal = await readProblem(response)
    sessionWasRefused(`${request.method} ${schemaPath}`, refusal)
    throw refusal
  },
  onError: ({ request, error }) => (request.signal.aborted ? undefined : new Unreachable(error)),
})

/**
 * The one way the screens talk to the server. Throws `Refused` with the server's problem, or `Unreachable`.
 * A refused session is dealt with here, wherever it shows.
 */
export const call = async <Name extends CallName>(
  name: Name,
  ...[given]: Arguments<Name>
): Promise<Answer<Name>> => {
  const [method = '', path = ''] = name.split(' ')
  const { params, query, key, ...rest }: Loose = given ?? {}
  const asked = { path: params, query, ...(key && { header: { 'idempotency-key': key } }) }
  const { signal, end } = withinLimit(rest.signal)
  try {
    const { data } = await loosely(method.toLowerCase(), path, { params: asked, ...rest, signal })
    return data as Answer<Name>
  } catch (cause) {
    // The client reads the body by itself: one that breaks off is as no answer.
    if (cause instanceof Refused || cause instanceof Unreachable || rest.signal?.aborted) throw cause
    throw new Unreachable(cause)
  } finally {
    end()
  }
}

/** As long as iPhones wait. Others would for minutes, while a phone without reception is busy and says nothing. */
export const ANSWER_LIMIT_MS = 60_000

const withinLimit = (given: AbortSignal | undefined): { signal: AbortSignal; end: () => void } => {
  const aborter = new AbortController()
  const abort = (): void => aborter.abort(given?.reason)
  const timer = setTimeout(abort, ANSWER_LIMIT_MS)
  given?.addEventListener('abort', abort)
  if (given?.aborted) abort()
  const end = (): void => {
    clearTimeout(timer)
    given?.removeEventListener('abort', abort)
  }
  return { signal: aborter.signal, end }
}

// The call's own types have checked what goes in and say what comes out.
const loosely = client.request as (method: string, path: string, init: object) => Promise<{ data?: unknown }>

/** What the server writes in lines of JSON, each as soon as it is there. Throws as `call` does. */
export async function* callLines<Line>(
  path: '/api/backtest',
  { body, signal }: { body: object; signal?: AbortSignal },
): AsyncGenerator<Line> {
  const { response } = await client.POST(path, { body, signal: signal ?? null, parseAs: 'stream' })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read().catch((cause: unknown) => {
      throw new Unreachable(cause)
    })
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as Line
  }
}

/** A file that the server writes, whole, under the name that it gives. Throws as `call` does. */
export const download = async (
  path: '/api/export' | '/api/activity/export',
): Promise<{ name: string | undefined; content: Blob }> => {
  const { response } = await client.GET(path, { parseAs: 'stream' })
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const content = await response.blob().catch((cause: unknown) => {
    throw new Unreachable(cause)
  })
  return { name, content }
}
