import {
  nameOfRef,
  type ApiDocument,
  type DescribedOperation,
  type Schema,
} from '../../../server/platform/http/api/document.ts'
import { NASTY_ESCAPES, NASTY_HEADERS, NASTY_JSON, NASTY_TEXTS } from './nasty-values.ts'

export type HostileCall = {
  /** Which operation, which of its parameters, and the value, for whoever reads of a failure. */
  what: string
  method: string
  url: string
  headers: Record<string, string>
  payload?: string
}

/** Whatever a route of ours reads of the headers; those of one line are sent together: none hides the others. */
const HEADERS_READ = [
  ['accept-encoding', 'authorization', 'if-none-match', 'purpose', 'user-agent', 'x-forwarded-for'],
  ['sec-fetch-site'],
  ['origin'],
  ['content-type'],
]

export type Operation = DescribedOperation & { method: string; path: string }

export const operationsOf = (document: ApiDocument): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )

/**
 * Calls of one operation, in each of which one thing is nasty: a parameter, a field of the body, a header, a cookie.
 * The rest are the description's own examples, or what `known` says under the parameter's name.
 */
export const hostileCalls = (
  operation: Operation,
  { document, cookies, known }: { document: ApiDocument; cookies: string[][]; known: Record<string, string> },
): HostileCall[] => {
  const parameters = (operation.parameters ?? []).map(({ name, in: place, example }) => ({
    name,
    place,
    value: encodeURIComponent(known[name] ?? String(example)),
  }))
  const body = bodyOf(operation, document)
  const plain = {
    path: '',
    query: '',
    body: body && JSON.stringify({ ...body.example, ...pick(known, body.fields) }),
  }

  const callWith = (
    what: string,
    { change = {}, payload = plain.body, headers = {} }: Change,
  ): HostileCall => ({
    what: `${operation.operationId} ${what}`,
    method: operation.method,
    url: urlOf(operation.path, parameters, change),
    headers: { ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(payload === undefined ? {} : { payload }),
  })

  return [
    ...parameters.flatMap(({ name, place }) =>
      [...NASTY_TEXTS.map(escaped), ...NASTY_ESCAPES].map((value) =>
        callWith(`${place} ${name} = ${shown(value)}`, { change: { [name]: value } }),
      ),
    ),
    ...parameters
      .filter(({ place }) => place === 'query')
      .flatMap(({ name, value }) =>
        [`${value}&${name}=b`, `${value}&${name}[]=b`, `${value}&__proto__[a]=b`].map((twice) =>
          callWith(`query ${name} twice: ${shown(twice)}`, { change: { [name]: twice } }),
        ),
      ),
    ...(body?.fields ?? []).flatMap((field) =>
      NASTY_JSON.map((json) =>
        callWith(`field ${field} = ${shown(json)}`, { payload: replaced(plain.body!, field, json) }),
      ),
    ),
    ...(operation.method === 'GET'
      ? []
      : (body ? NASTY_JSON : NASTY_JSON.slice(-6)).map((json) =>
          callWith(`body = ${shown(json)}`, { payload: json }),
        )),
    ...HEADERS_READ.flatMap((names) =>
      NASTY_HEADERS.map((value) =>
        callWith(`headers ${names.join()} = ${shown(value)}`, { headers: all(names, value) }),
      ),
    ),
    ...cookies.flatMap((names) =>
      NASTY_HEADERS.map((value) =>
        callWith(`cookies ${names.join()} = ${shown(value)}`, {
          headers: { cookie: names.map((name) => `${name}=${value}`).join('; ') },
        }),
      ),
    ),
  ]
}

type Change = { change?: Record<string, string>; payload?: string; headers?: Record<string, string> }

const urlOf = (
  path: string,
  parameters: { name: string; place: string; value: string }[],
  change: Record<string, string>,
): string => {
  const valueOf = (name: string, value: string) => change[name] ?? value
  const inPath = parameters.filter(({ place }) => place === 'path')
  const inQuery = parameters.filter(({ place }) => place === 'query')
  const filled = inPath.reduce(
    (url, { name, value }) => url.replace(`{${name}}`, () => valueOf(name, value)),
    path,
  )
  const query = inQuery.map(({ name, value }) => `${name}=${valueOf(name, value)}`).join('&')
  return query ? `${filled}?${query}` : filled
}

/** A lone surrogate has no escape of its own: as bytes it is what some programs write. */
const escaped = (text: string): string =>
  text.isWellFormed() ? encodeURIComponent(text) : text.replace(/[\ud800-\udfff]/g, '%ED%A0%80')

const bodyOf = ({ requestBody }: Operation, { components }: ApiDocument) => {
  const media = requestBody?.content?.['application/json']
  if (!media) return undefined
  const schema: Schema = media.schema?.$ref
    ? components.schemas[nameOfRef(media.schema.$ref)]!
    : media.schema!
  const shapes = schema.properties ? [schema] : (schema.anyOf ?? schema.oneOf ?? [])
  const fields = shapes.flatMap(({ properties }) => Object.keys(properties ?? {}))
  return { example: media.example as Record<string, unknown>, fields: [...new Set(fields)] }
}

/** As text, because what takes the field's place need not be JSON. */
const replaced = (body: string, field: string, json: string): string => {
  const mark = `mark-${crypto.randomUUID()}`
  return JSON.stringify({ ...(JSON.parse(body) as object), [field]: mark }).replace(`"${mark}"`, () => json)
}

export const all = (names: string[], value: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, value]))

const pick = (known: Record<string, string>, names: string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name)))

export const shown = (value: string): string => {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}… (${value.length})` : text
}
