import { nameOfRef, type ApiDocument, type Schema } from './document.ts'

const BY_FORMAT: Record<string, unknown> = {
  'date-time': '2026-11-03T01:30:00.000Z',
  date: '2026-11-03',
  uuid: '3f0b8a52-6d1e-4c9a-9d54-2b7e1a60c8f3',
}

/**
 * Gives every parameter and every named JSON body of a document an example, put together from what its fields look
 * like: `examples` by `Owner.field`, else by the field's name. Throws where a field has neither an example nor a
 * shape that implies one, so that a new field gets one.
 */
export const addExamples = (document: ApiDocument, examples: Record<string, unknown>): void => {
  const missing = new Set<string>()
  const exampleOf = exampleMaker(document, examples, missing)
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    const owner = operation.operationId
    for (const parameter of operation.parameters ?? []) {
      const { description, ...schema } = parameter.schema
      Object.assign(parameter, { schema, description: parameter.description ?? description })
      parameter.example = exampleOf(schema, owner, parameter.name)
    }
    const bodies = [operation.requestBody, ...Object.values(operation.responses)]
    for (const [type, media] of bodies.flatMap((body) => Object.entries(body?.content ?? {}))) {
      if (type === 'application/json' && media.schema?.$ref)
        media.example = exampleOf(media.schema, owner, type)
    }
  }
  if (missing.size > 0)
    throw new Error(`The API's description has no example for ${[...missing].join(', ')}.`)
}

const exampleMaker = (
  { components }: ApiDocument,
  examples: Record<string, unknown>,
  missing: Set<string>,
) => {
  const exampleOf = (schema: Schema, owner: string, name: string): unknown => {
    for (const key of [`${owner}.${name}`, name]) if (key in examples) return examples[key]
    if (schema.$ref) {
      const component = nameOfRef(schema.$ref)
      return exampleOf(components.schemas[component]!, component, component)
    }
    if (schema.const !== undefined) return schema.const
    if (schema.default !== undefined) return schema.default
    if (schema.enum) return schema.enum[0]
    const choices = schema.anyOf ?? schema.oneOf
    if (choices)
      return exampleOf(
        choices.find(({ type }) => type !== 'null')!,
        owner,
        name,
      )
    if (schema.format && schema.format in BY_FORMAT) return BY_FORMAT[schema.format]
    if (schema.properties) {
      const fields = Object.entries(schema.properties)
      return Object.fromEntries(fields.map(([field, inner]) => [field, exampleOf(inner, name, field)]))
    }
    if (schema.items) return [exampleOf(schema.items, owner, name)]
    if ([schema.type].flat().includes('boolean')) return true
    missing.add(`${owner}.${name}`)
    return undefined
  }
  return exampleOf
}
