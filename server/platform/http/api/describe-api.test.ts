import { fastify } from 'fastify'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createHttp, type Http } from '../http.ts'
import { registerApiDescription } from './api-routes.ts'
import { describeApi, type ApiFacts } from './describe-api.ts'
import { operations, type Door } from './operation.ts'

const facts: ApiFacts = {
  title: 'Test',
  version: '1',
  description: 'A test.',
  license: { name: 'MIT', identifier: 'MIT' },
  tags: { things: 'Things.', description: 'This.' },
  problem: z.object({ code: z.string() }).meta({ id: 'Problem' }),
  problems: {
    'malformed-request': { status: 400, when: 'Unreadable.' },
    'too-slow': { status: 408, when: 'Slow.' },
    'too-large': { status: 413, when: 'Large.' },
    'too-long': { status: 414, when: 'Long.' },
    'unsupported-content': { status: 415, when: 'Not JSON.' },
    'internal-error': { status: 500, when: 'Ours.' },
    'database-away': { status: 503, when: 'Away.' },
    'invalid-request': { status: 422, when: 'A field is wrong.' },
    'cross-origin': { status: 403, when: 'Of another site.' },
    'read-only': { status: 403, when: 'It only reads.' },
    'no-thing': { status: 404, when: 'There is no such thing.' },
    'slow-down': { status: 429, when: 'Too many.' },
  },
  cookies: { session: { name: 'test-session', description: 'Who is signed in.' } },
  examples: { name: 'A thing', id: '7', cost: 3 },
}
const thing = z.object({ name: z.string().min(2).describe('What it is called.'), cost: z.int() })
const thingRequest = z.object({ name: z.string() }).meta({ id: 'ThingRequest' })
const thingAnswer = thing.extend({ note: z.string().nullable().default(null) }).meta({ id: 'Thing' })
const params = z.object({ id: z.string().describe('Which.') })
const door: Door<'slow-down' | 'no-thing' | 'no-such'> = { cookies: ['session'], errors: ['slow-down'] }
const operation = operations('things', door)

const made = { name: 'x', cost: 1, note: null }

const open: Http[] = []
afterAll(() => Promise.all(open.map((app) => app.close())))

const describe = async (addRoutes: (app: Http) => void, about: ApiFacts = facts) => {
  const app = await createHttp({ log: pino({ level: 'silent' }), publicUrl: 'https://example.test' })
  open.push(app)
  registerApiDescription(app, 'https://example.test', about)
  addRoutes(app)
  return app
}
const change = operation('changeThing', 'Change a thing.', {
  params,
  body: thingRequest,
  response: { 200: thingAnswer },
  errors: ['no-thing'],
})

test('an operation is described by its route: what goes in, what comes out, who may call, what may go wrong', async () => {
  const app = await describe((routes) => {
    routes.put('/api/things/:id', change, () => made)
    routes.get('/not-api', () => 'not of the API')
  })
  const document = (await app.inject('/api/openapi.json')).json()
  expect(Object.keys(document.paths)).toEqual([
    '/api/openapi.json',
    '/api/docs',
    '/api/docs.css',
    '/api/things/{id}',
  ])
  expect(document.paths['/api/things/{id}'].put).toMatchObject({
    operationId: 'changeThing',
    summary: 'Change a thing.',
    tags: ['things'],
    security: [{ session: [] }],
    parameters: [{ in: 'path', name: 'id', required: true, description: 'Which.', example: '7' }],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ThingRequest' } } },
    },
    responses: {
      200: { content: { 'application/json': { example: { name: 'A thing', cost: 3, note: null } } } },
      403: { $ref: '#/components/responses/CrossOriginOrReadOnly403' },
      404: { $ref: '#/components/responses/NoThing404' },
      422: { $ref: '#/components/responses/InvalidRequest422' },
      429: { $ref: '#/components/responses/SlowDown429' },
      default: { $ref: '#/components/responses/AnyOtherProblem' },
    },
  })
  const { responses, schemas, securitySchemes } = document.components
  expect(responses.SlowDown429.headers).toHaveProperty('Retry-After')
  expect(responses.NoThing404.content['application/problem+json'].examples).toHaveProperty('no-thing')
  expect(schemas.Thing.properties.name).toEqual({
    type: 'string',
    minLength: 2,
    description: 'What it is called.',
  })
  expect(schemas.Thing.additionalProperties).toBeUndefined()
  expect(securitySchemes.session).toMatchObject({ type: 'apiKey', in: 'cookie', name: 'test-session' })
})

test('a route of the API without a description is not taken', async () => {
  await expect(describe((app) => app.get('/api/secret', () => 'x'))).rejects.toThrow(
    'GET /api/secret is not described',
  )
})

test('a problem that is in no list, and a field without an example, are named', async () => {
  const describing = async (errors: ['no-such'] | [], about: ApiFacts) => {
    const app = fastify()
    const readDocument = describeApi(app, 'https://example.test', about)
    app.put('/api/a', { ...operation('changeThing', 'Change.', { body: thingRequest, errors }) }, () => made)
    return readDocument()
  }
  await expect(describing(['no-such'], facts)).rejects.toThrow(
    'changeThing names the unknown problem no-such',
  )
  const { name: _, ...examples } = facts.examples
  await expect(describing([], { ...facts, examples })).rejects.toThrow('no example for ThingRequest.name')
})

test('the page to read needs no script, shows each operation and each shape, and keeps what it shows as text', async () => {
  const app = await describe((routes) => routes.put('/api/things/:id', change, () => made), {
    ...facts,
    description: 'A <b>test</b> of `code`.',
  })
  const { headers, body } = await app.inject('/api/docs')
  expect(headers['content-type']).toContain('text/html')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-security-policy']).not.toMatch(/script-src|unsafe/)
  expect(body).not.toMatch(/<script|<style| style=|\son[a-z]+=/)
  expect((await app.inject('/api/docs.css')).headers['content-type']).toContain('text/css')
  expect(body).toContain('A &lt;b&gt;test&lt;/b&gt; of <code>code</code>.')
  for (const shown of [
    'id="changeThing"',
    'PUT /api/things/{id}',
    'id="ThingRequest"',
    '<code>no-thing</code>',
  ])
    expect(body).toContain(shown)
})
