/** What we read of the OpenAPI document that we write. */
export type ApiDocument = {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> }
}

export type DescribedOperation = {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: Answer
  responses: Record<string, Answer>
}

export type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}

export type Answer = { $ref?: string; description?: string; content?: Record<string, Media> }

export type Media = { schema?: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }

export type Schema = {
  $ref?: string
  description?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  minimum?: number
  maximum?: number
  maxLength?: number
}

/** The last part of a reference, which is the name of what it refers to. */
export const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)
