import { expect, test } from 'vitest'
import { writeApiTypes } from './api-types.ts'

const problem = {
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

test('the types of a call say what goes in, what comes out and what may be left out', () => {
  const written = writeApiTypes({
    info: { title: 'Test', description: '' },
    tags: [],
    paths: {
      '/api/things/{id}': {
        put: {
          operationId: 'changeThing',
          summary: 'Change a thing.',
          tags: [],
          security: [],
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'page-size', in: 'query', schema: { type: 'integer' } },
          ],
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          responses: { 204: {}, 409: { $ref: '#/components/responses/Taken409' } },
        },
      },
    },
    components: {
      responses: { Taken409: problem },
      schemas: {
        Thing: {
          type: 'object',
          required: ['tags', 'kind'],
          properties: {
            tags: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
            kind: { enum: ['a', 'b'] },
            size: { type: ['number', 'null'] },
            isOn: { type: 'boolean', const: true },
          },
        },
      },
    },
  })
  for (const part of [
    'parameters: { path: { "id": string }; query?: { "page-size"?: number }; header?: never; cookie?: never }',
    'requestBody: { content: { "application/json": schemas["Thing"] } }',
    '204: { headers: {}; content?: never }',
    '409: { headers: {}; content: { "application/problem+json": schemas["Problem"] } }',
    'Thing: { "tags": (string | null)[]; "kind": "a" | "b"; "size"?: number | null; "isOn"?: true }',
  ])
    expect(written).toContain(part)
})
