import type { FastifyInstance, RouteOptions } from 'fastify'
import { STATUS_CODES } from 'node:http'
import { ZodNullable, ZodOptional, ZodUndefined, type ZodObject, type ZodType } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiRequestBodyObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi'
import type { Operation } from './operation.ts'
import { addExamples } from './add-examples.ts'
import type { ApiDocument } from './document.ts'
import { problemAnswers, type Problems } from './problem-answers.ts'

export type ApiFacts = {
  title: string
  version: string
  description: string
  license: { name: string; identifier: string }
  /** Each tag that operations stand under, with a sentence about it. */
  tags: Record<string, string>
  /** The shape of every problem, and each code that one may carry. */
  problem: ZodType
  problems: Problems
  /** The cookies of sessions, by their names on the wire. */
  cookies: Record<string, { name: string; description: string }>
  /** What a field looks like, by its name or as `Owner.name`. */
  examples: Record<string, unknown>
}

type Described = { method: string; path: string; operation: Operation; schema: Shapes }
type Shapes = {
  params?: ZodObject
  headers?: ZodObject
  querystring?: ZodObject
  body?: ZodType
  response?: Record<string, ZodType>
}

/**
 * The OpenAPI document of the routes that are registered from now on: all those under /api, none of which goes without
 * a description, and others that have one.
 */
export const describeApi = (
  app: FastifyInstance,
  publicUrl: string,
  facts: ApiFacts,
): (() => ApiDocument) => {
  const described: Described[] = []
  app.addHook('onRoute', (route) => {
    const method = String(route.method).toLowerCase()
    if (method === 'head' || !(route.url.startsWith('/api/') || route.config?.operation)) return
    described.push({ method, path: route.url.replace(/:(\w+)/g, '{$1}'), ...readRoute(route) })
  })
  let written: ApiDocument | undefined
  return () => (written ??= writeDocument(described, publicUrl, facts))
}

const readRoute = ({ method, url, config, schema }: RouteOptions) => {
  const operation = config?.operation
  if (!operation) throw new Error(`${String(method)} ${url} is not described: see operation.ts.`)
  return { operation, schema: (schema ?? {}) as Shapes }
}

const writeDocument = (described: Described[], publicUrl: string, facts: ApiFacts): ApiDocument => {
  const { title, version, description, license, tags, cookies } = facts
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  const answersOf = problemAnswers(facts)
  for (const route of described) {
    paths[route.path] = { ...paths[route.path], [route.method]: operationObject(route, answersOf(route)) }
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: { title, version, description, license },
      servers: [{ url: publicUrl }],
      tags: Object.entries(tags).map(([name, words]) => ({ name, description: words })),
      paths,
      components: {
        securitySchemes: Object.fromEntries(
          Object.entries(cookies).map(([key, cookie]) => [key, { type: 'apiKey', in: 'cookie', ...cookie }]),
        ),
      },
    },
    {
      // An answer may gain a field later: a client must not refuse it.
      override: ({ jsonSchema, io }) => {
        if (io === 'output' && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties
        // Zod's own limits of a whole number, which are not limits of ours.
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
        // Zod's pattern repeats the format.
        if (jsonSchema.format) {
          delete jsonSchema.pattern
          delete jsonSchema.allOf
        }
      },
    },
  )
  const readable = document as unknown as ApiDocument
  addExamples(readable, facts.examples)
  return readable
}

const operationObject = (
  { operation, schema }: Described,
  problems: Record<string, ZodOpenApiResponseObject>,
): ZodOpenApiOperationObject => {
  const { params, querystring, headers, body } = schema
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.tag],
    security: operation.cookies.map((name) => ({ [name]: [] })),
    ...((params || querystring || headers) && {
      requestParams: {
        ...(params && { path: params }),
        ...(querystring && { query: querystring }),
        ...(headers && { header: headers }),
      },
    }),
    ...(body && { requestBody: requestBodyOf(body) }),
    responses: { ...goodAnswers(operation, schema), ...problems },
  }
}

/** One that may be left out is described by its shape. */
const requestBodyOf = (body: ZodType): ZodOpenApiRequestBodyObject => {
  const isOptional = body.safeParse(undefined).success
  return { required: !isOptional, content: { 'application/json': { schema: shapeOf(body) } } }
}

const shapeOf = (body: ZodType): ZodType =>
  body instanceof ZodOptional || body instanceof ZodNullable ? shapeOf(body.unwrap() as ZodType) : body

const goodAnswers = (
  { redirects, file }: Operation,
  { response = {} }: Shapes,
): Record<string, ZodOpenApiResponseObject> => {
  if (redirects) {
    const location = { description: 'Where the browser goes on.', schema: { type: 'string' as const } }
    return { 302: { description: redirects, headers: { Location: location } } }
  }
  if (file) {
    const schemaOf = (type: string) => ({
      type: type === 'application/json' ? ('object' as const) : ('string' as const),
    })
    const content = Object.fromEntries(file.map((type) => [type, { schema: schemaOf(type) }]))
    return { 200: { description: 'The file.', content } }
  }
  return Object.fromEntries(
    Object.entries(response).map(([status, schema]) => [
      status,
      {
        description: `${STATUS_CODES[status]}.`,
        ...(schema instanceof ZodUndefined ? {} : { content: { 'application/json': { schema } } }),
      },
    ]),
  )
}
