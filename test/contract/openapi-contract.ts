import type { ErrorObject } from 'ajv'
import type { Content, Operation, Parameter, Schema, Spec } from './openapi-spec.ts'

export type ContractRequest = {
  method: string
  /** As it goes to the vendor's own host, without the query: '/api.xro/2.0/Invoices'. */
  path: string
  query?: URLSearchParams | Record<string, string>
  headers?: Record<string, string | string[] | undefined>
  form?: URLSearchParams | Record<string, string>
  json?: unknown
}

/** Where a request is not as the description says; empty when it is. */
export const checkRequest = (spec: Spec, request: ContractRequest): string[] => {
  const found = findOperation(spec, request)
  if (!found) return [`${request.method} ${request.path} is not described`]
  const { operation, parameters, pathValues } = found
  const query = entriesOf(request.query)
  const headers = Object.fromEntries(
    Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const valueOf = ({ in: place, name }: Parameter): string | string[] | undefined =>
    place === 'path' ? pathValues[name] : place === 'query' ? query[name] : headers[name.toLowerCase()]
  const described = new Set(parameters.filter((each) => each.in === 'query').map(({ name }) => name))

  return [
    ...(operation.security?.length && !headers['authorization']
      ? ['the authorization header is missing']
      : []),
    ...Object.keys(query)
      .filter((name) => !described.has(name))
      .map((name) => `query ${name} is not described`),
    ...parameters.flatMap((parameter) => checkParameter(spec, parameter, valueOf(parameter))),
    ...checkBody(spec, operation.requestBody?.content ?? {}, request),
  ]
}

/**
 * Where an answer is not as the description says; empty when it is, and for an error that is not described. `alsoKnown`
 * are properties of the outermost object that the vendor sends but does not describe.
 */
export const checkAnswer = (
  spec: Spec,
  answer: { method: string; path: string; status: number; body?: unknown },
  alsoKnown: string[] = XERO_ENVELOPE,
): string[] => {
  const found = findOperation(spec, answer)
  if (!found) return [`${answer.method} ${answer.path} is not described`]
  const response = found.operation.responses?.[String(answer.status)]
  if (!response) return answer.status >= 400 ? [] : [`status ${answer.status} is not described`]
  const schema = jsonOf(response.content)
  if (!schema) return isEmpty(answer.body) ? [] : [`status ${answer.status} has a body`]
  if (isEmpty(answer.body)) return [`status ${answer.status} has no body`]
  return validate(spec, schema, answer.body, 'body').filter(
    (fault) => !alsoKnown.some((name) => fault === `body must NOT have additional properties: ${name}`),
  )
}

/** Where a value is not as a schema of the description says: for webhooks and tokens, which belong to no path. */
export const checkSchema = (spec: Spec, name: string, value: unknown): string[] => {
  const schema = spec.document.components?.schemas?.[name]
  return schema ? validate(spec, schema, value, name) : [`schema ${name} is not described`]
}

/** https://developer.xero.com/documentation/api/accounting/requests-and-responses */
const XERO_ENVELOPE = ['Id', 'Status', 'ProviderName', 'DateTimeUTC']

type Found = { operation: Operation; parameters: Parameter[]; pathValues: Record<string, string> }

/** Without regard to case: Xero's guides write /connections and its description /Connections. */
const findOperation = (spec: Spec, { method, path }: { method: string; path: string }): Found | undefined => {
  const local = path.startsWith(spec.basePath) ? path.slice(spec.basePath.length) : path
  for (const [template, item] of Object.entries(spec.document.paths ?? {})) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    const pattern = template.replace(/[.+*?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '([^/]+?)')
    const match = new RegExp(`^${pattern}$`, 'i').exec(local)
    const operation = item[method.toLowerCase()]
    if (!match || !operation) continue
    return {
      operation,
      parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(spec.resolve),
      pathValues: Object.fromEntries(
        names.map((name, index) => [name, decodeURIComponent(match[index + 1]!)]),
      ),
    }
  }
  return undefined
}

const checkParameter = (spec: Spec, parameter: Parameter, value: string | string[] | undefined): string[] => {
  const place = `${parameter.in} ${parameter.name}`
  if (value === undefined) return parameter.required ? [`${place} is missing`] : []
  return validate(spec, parameter.schema, fromText(spec, parameter.schema, value), place)
}

const checkBody = (spec: Spec, content: Content, request: ContractRequest): string[] => {
  const form = content['application/x-www-form-urlencoded']?.schema
  const json = jsonOf(content)
  if (request.form) {
    if (!form) return ['a form is not described']
    const described = spec.resolve(form).properties ?? {}
    const values = Object.entries(entriesOf(request.form)).map(([name, value]) => [
      name,
      described[name] ? fromText(spec, described[name], value) : value,
    ])
    return validate(spec, form, Object.fromEntries(values), 'form')
  }
  if (request.json !== undefined)
    return json ? validate(spec, json, request.json, 'body') : ['a JSON body is not described']
  return form || json ? ['the body is missing'] : []
}

const jsonOf = (content: Content | undefined): Schema | undefined => content?.['application/json']?.schema

const isEmpty = (body: unknown): boolean => body === undefined || body === null || body === ''

const entriesOf = (values: URLSearchParams | Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(values instanceof URLSearchParams ? values : Object.entries(values))

/** What travels as text, in the type that the schema declares. */
const fromText = (spec: Spec, declared: Schema, text: string | string[]): unknown => {
  const schema = spec.resolve(declared)
  if (Array.isArray(text)) return text
  if (schema.type === 'array')
    return text.split(',').map((item) => (schema.items ? fromText(spec, schema.items, item) : item))
  if (schema.type === 'integer' || schema.type === 'number') return text.trim() === '' ? text : Number(text)
  if (schema.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return text
}

const validate = (spec: Spec, schema: Schema, value: unknown, place: string): string[] => {
  const check = spec.validator(schema)
  return check(value) ? [] : (check.errors ?? []).map((error) => sentence(error, place))
}

const sentence = ({ instancePath, message, params }: ErrorObject, place: string): string => {
  const detail = params['additionalProperty'] ?? params['allowedValues'] ?? ''
  return `${place}${instancePath} ${message}${detail === '' ? '' : `: ${String(detail)}`}`
}
