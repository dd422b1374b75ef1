import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkAnswer, checkRequest, checkSchema } from './openapi-contract.ts'
import { loadSpec } from './openapi-spec.ts'

const folder = mkdtempSync(join(tmpdir(), 'goodword-contract-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = join(folder, 'spec.yaml')
writeFileSync(
  file,
  `
openapi: 3.0.0
servers: [{ url: 'https://vendor.example/v1' }]
paths:
  /Things:
    parameters: [{ $ref: '#/components/parameters/tenant' }]
    get:
      security: [{ OAuth2: [] }]
      parameters:
        - { in: query, name: IDs, schema: { type: array, items: { type: string, format: uuid } } }
        - { in: query, name: page, schema: { type: integer } }
      responses:
        '200': { content: { application/json: { schema: { $ref: '#/components/schemas/Things' } } } }
    post:
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema:
              type: object
              required: [To]
              properties: { To: { type: string }, Count: { type: integer }, Flag: { type: boolean } }
      responses: { '201': { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
  /Things/{Id}:
    delete:
      parameters: [{ in: path, name: Id, required: true, schema: { type: string, pattern: '^T[0-9]+$' } }]
      responses: { '204': { description: gone } }
components:
  parameters:
    tenant: { in: header, name: Tenant-Id, required: true, schema: { type: string } }
  schemas:
    Things: { type: object, properties: { Things: { type: array, items: { $ref: '#/components/schemas/Thing' } } } }
    Thing:
      type: object
      properties:
        Name: { type: string, maxLength: 5 }
        Kind: { $ref: '#/components/schemas/Kind' }
        Parent: { type: string, nullable: true }
    Kind: { type: string, enum: [A, B] }
`,
)
const spec = loadSpec(file)
const headers = { authorization: 'Bearer x', 'tenant-id': 't' }
const uuid = '44aa0707-f718-4f1c-8d53-f2da9ca59533'

test('what is as described has no fault', () => {
  const query = { IDs: `${uuid},${uuid}`, page: '2' }
  expect(checkRequest(spec, { method: 'GET', path: '/v1/Things', headers, query })).toEqual([])
  expect(
    checkRequest(spec, {
      method: 'POST',
      path: '/things',
      headers,
      form: { To: 'x', Count: '1', Flag: 'true' },
    }),
  ).toEqual([])
  expect(checkRequest(spec, { method: 'DELETE', path: '/v1/things/T1', headers })).toEqual([])
  const body = { Status: 'OK', Things: [{ Name: 'one', Kind: 'A', Parent: null }] }
  expect(checkAnswer(spec, { method: 'GET', path: '/v1/Things', status: 200, body })).toEqual([])
  expect(checkAnswer(spec, { method: 'DELETE', path: '/v1/Things/T1', status: 204 })).toEqual([])
  expect(checkAnswer(spec, { method: 'GET', path: '/v1/Things', status: 429, body: 'slow down' })).toEqual([])
})

test('each fault of a request is named', () => {
  const faults = (request: object) =>
    checkRequest(spec, { method: 'GET', path: '/v1/Things', headers, ...request })
  expect(faults({ path: '/v1/Nothing' })).toEqual(['GET /v1/Nothing is not described'])
  expect(faults({ headers: {} })).toEqual([
    'the authorization header is missing',
    'header Tenant-Id is missing',
  ])
  expect(faults({ query: { ids: uuid } })).toEqual(['query ids is not described'])
  expect(faults({ query: { IDs: `${uuid},no`, page: 'one' } })).toEqual([
    'query IDs/1 must match format "uuid"',
    'query page must be integer',
  ])
  const post = { method: 'POST', path: '/Things' }
  expect(faults(post)).toEqual(['the body is missing'])
  expect(faults({ ...post, form: { Too: 'x', Flag: 'yes' } })).toEqual([
    "form must have required property 'To'",
    'form must NOT have additional properties: Too',
    'form/Flag must be boolean',
  ])
  expect(faults({ method: 'DELETE', path: '/Things/X1' })).toEqual(['path Id must match pattern "^T[0-9]+$"'])
})

test('each fault of an answer is named', () => {
  const faults = (status: number, body: unknown) =>
    checkAnswer(spec, { method: 'GET', path: '/v1/Things', status, body })
  expect(faults(200, { Things: [{ Nam: 'x' }, { Name: null, Kind: 'C' }, { Name: 'too long' }] })).toEqual([
    'body/Things/0 must NOT have additional properties: Nam',
    'body/Things/1/Name must be string',
    'body/Things/1/Kind must be equal to one of the allowed values: A,B',
    'body/Things/2/Name must NOT have more than 5 characters',
  ])
  expect(faults(202, {})).toEqual(['status 202 is not described'])
  expect(faults(200, undefined)).toEqual(['status 200 has no body'])
  expect(checkAnswer(spec, { method: 'DELETE', path: '/Things/T1', status: 204, body: {} })).toEqual([
    'status 204 has a body',
  ])
  expect(checkSchema(spec, 'Kind', 'Z')).toHaveLength(1)
  expect(checkSchema(spec, 'Nope', 'Z')).toEqual(['schema Nope is not described'])
})
