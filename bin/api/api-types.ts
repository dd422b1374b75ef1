import {
  nameOfRef,
  type Answer,
  type ApiDocument,
  type Schema,
} from '../../server/platform/http/api/document.ts'

/**
 * The types of an OpenAPI document as openapi-fetch reads them. Written here because openapi-typescript prints by the
 * compiler's own API, which TypeScript 7 has no more.
 */
export const writeApiTypes = ({ paths, components }: ApiDocument): string => {
  const operations = Object.entries(paths).map(
    ([path, methods]) =>
      `  ${JSON.stringify(path)}: {\n${Object.entries(methods)
        .map(([method, { parameters = [], requestBody, responses }]) => {
          const places = ['path', 'query', 'header'].map((place) => {
            const fields = parameters.filter((parameter) => parameter.in === place)
            const isNeeded = fields.some(({ required }) => required)
            const types = fields.map(({ name, required, schema }) => field(name, schema, required))
            return fields.length > 0
              ? `${place}${isNeeded ? '' : '?'}: { ${types.join('; ')} }`
              : `${place}?: never`
          })
          const answers = Object.entries(responses).map(
            ([status, answer]) => `${status}: ${answerType(answer, components.responses)}`,
          )
          return (
            `    ${method}: {\n      parameters: { ${places.join('; ')}; cookie?: never }\n` +
            `      requestBody${requestBody ? '' : '?'}: ${requestBody ? contentType(requestBody) : 'never'}\n` +
            `      responses: { ${answers.join('; ')} }\n    }`
          )
        })
        .join('\n')}\n  }`,
  )
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `  ${name}: ${typeOf(schema)}`)
  return `export interface paths {\n${operations.join('\n')}\n}\n\nexport interface schemas {\n${schemas.join('\n')}\n}\n`
}

const answerType = (answer: Answer, shared: Record<string, Answer>): string =>
  `{ headers: {}; ${contentType(answer.$ref ? shared[nameOfRef(answer.$ref)]! : answer).slice(2)}`

const contentType = ({ content }: Answer): string => {
  if (!content) return '{ content?: never }'
  const types = Object.entries(content).map(
    ([type, { schema }]) => `${JSON.stringify(type)}: ${typeOf(schema!)}`,
  )
  return `{ content: { ${types.join('; ')} } }`
}

const typeOf = (schema: Schema): string => {
  if (schema.$ref) return `schemas[${JSON.stringify(nameOfRef(schema.$ref))}]`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(typeOf).join(' | ')
  return [schema.type ?? []]
    .flat()
    .map((type) => ofType(type, schema))
    .join(' | ')
}

const ofType = (type: string, { items, properties, required = [] }: Schema): string => {
  if (type === 'array') return `(${typeOf(items!)})[]`
  if (type === 'integer') return 'number'
  if (type !== 'object') return type
  if (!properties) return 'Record<string, unknown>'
  const fields = Object.entries(properties).map(([name, inner]) =>
    field(name, inner, required.includes(name)),
  )
  return `{ ${fields.join('; ')} }`
}

const field = (name: string, schema: Schema, isRequired = false): string =>
  `${JSON.stringify(name)}${isRequired ? '' : '?'}: ${typeOf(schema)}`
