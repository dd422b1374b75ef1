import { readFileSync } from 'node:fs'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { parse } from 'yaml'

export type Schema = {
  $ref?: string
  type?: string | string[]
  items?: Schema
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  [keyword: string]: unknown
}
export type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema: Schema }
export type Content = Record<string, { schema?: Schema }>
export type Operation = {
  parameters?: Parameter[]
  security?: unknown[]
  requestBody?: { content?: Content }
  responses?: Record<string, { content?: Content }>
}
export type Document = {
  servers?: { url: string }[]
  paths?: Record<string, { parameters?: Parameter[] } & Record<string, Operation | undefined>>
  components?: { schemas?: Record<string, Schema> }
}

/** One vendor's OpenAPI description, read once; a schema is compiled when it is first asked for. */
export type Spec = {
  basePath: string
  document: Document
  /** Follows a `$ref` of the description itself. */
  resolve: <Node extends { $ref?: string }>(node: Node) => Node
  validator: (schema: Schema) => ValidateFunction
}

const specs = new Map<string, Spec>()

export const loadSpec = (file: string): Spec => {
  const spec = specs.get(file) ?? readSpec(file)
  specs.set(file, spec)
  return spec
}

const readSpec = (file: string): Spec => {
  const text = readFileSync(file, 'utf8')
  const isClosable = !/\ballOf"?:/.test(text)
  const document = toJsonSchema(
    file.endsWith('.json') ? JSON.parse(text) : parse(text),
    isClosable,
  ) as Document
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, validateSchema: false, formats })
  ajv.addSchema(document, 'spec')
  const compiled = new WeakMap<Schema, ValidateFunction>()
  return {
    basePath: new URL(document.servers?.[0]?.url ?? 'https://x/').pathname.replace(/\/$/, ''),
    document,
    resolve: (node) => (node.$ref ? (at(document, node.$ref) as typeof node) : node),
    validator: (schema) => {
      const validate = compiled.get(schema) ?? ajv.compile(schema)
      compiled.set(schema, validate)
      return validate
    },
  }
}

/** Both vendors write times without a zone where they declare `date-time`, and addresses without an origin as `uri`. */
const formats = {
  ...fullFormats,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/,
  'date-time-rfc-2822': /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}$/,
  uri: /^(https?:\/\/|\/)\S+$/,
  'phone-number': /^\+?[\w:+-]+$/,
}

/**
 * The description as a JSON Schema that a slip cannot pass: OpenAPI's `nullable` becomes the type null, and an
 * object has the properties that are described and no others, since almost nothing is `required` in these
 * descriptions.
 */
const toJsonSchema = (node: unknown, isClosable: boolean): unknown => {
  if (Array.isArray(node)) return node.map((item) => toJsonSchema(item, isClosable))
  if (node === null || typeof node !== 'object') return node
  const schema = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, toJsonSchema(value, isClosable)]),
  ) as Schema
  if (typeof schema.$ref === 'string' && schema.$ref.startsWith('#')) schema.$ref = `spec${schema.$ref}`
  if (isClosable && typeof schema.properties === 'object' && !('additionalProperties' in schema))
    schema['additionalProperties'] = false
  if (schema['nullable'] !== true) return schema
  const { nullable: _nullable, ...rest } = schema
  return { anyOf: [rest, { type: 'null' }] }
}

const at = (document: Document, ref: string): unknown =>
  ref
    .replace(/^spec#\//, '')
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document)
