import { connect } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Refusal, VendorFailure } from '../errors.ts'
import { createHttp, withRawBodies } from './http.ts'

const lines: string[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
const app = await createHttp({
  log,
  publicUrl: 'https://example.test',
})
const body = z.object({
  name: z.string().min(2),
  inner: z.object({ age: z.number('The age must be a number.') }),
})
app.post('/api/echo', { schema: { body, response: { 200: z.object({ name: z.string() }) } } }, (request) => ({
  name: request.body.name,
}))
app.post('/api/nothing-needed', () => ({ ok: true }))
app.get('/api/refused', () => {
  throw new Refusal('too-many', 429, 'Slow down.', { retryAfterSeconds: 7 })
})
app.get('/api/bug', () => {
  throw new Error('the password is 1234', { cause: new Error('inner') })
})
app.get('/api/vendor', () => {
  throw new VendorFailure('acme', 'retry-later', '503', 'acme said no', { retryAfterSeconds: 3 })
})
const html = (reply: FastifyReply) => reply.type('text/html').send('<p>x')
app.get('/screen', (_request, reply) => html(reply.asPage('screen')))
app.get('/popup', (_request, reply) => html(reply.asPage('screen', 'unsafe-none')))
app.get('/form', (_request, reply) => html(reply.asPage('form')))
app.get('/text', (_request, reply) => html(reply.asPage('text')))
app.get('/forgotten', (_request, reply) => html(reply))
app.get('/own', (_request, reply) => html(reply.asPage('text').header('referrer-policy', 'origin')))
withRawBodies(app, 10, (scope) => {
  scope.post('/hook', (request) => ({ hex: (request.body as Buffer).toString('hex') }))
})
afterAll(() => app.close())

type Refused = { detail: string; fields: { path: string; message: string }[] }

const post = (headers: Record<string, string>, payload: unknown = { name: 'Jo', inner: { age: 1 } }) =>
  app.inject({ method: 'POST', url: '/api/echo', headers, payload: payload as object })

test('a bad body names each field that is wrong', async () => {
  const answer = await post({}, { name: 'J', inner: {} })
  expect(answer.statusCode).toBe(422)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(answer.json()).toMatchObject({
    code: 'invalid-request',
    status: 422,
    fields: [{ path: 'name' }, { path: 'inner.age' }],
  })
})

test('what is wrong with a field stands beside the field, once, in short or in a sentence for an owner', async () => {
  const { detail, fields } = (await post({}, { name: 'J', inner: {} })).json<Refused>()
  expect(fields).toEqual([
    { path: 'name', message: 'is too short' },
    { path: 'inner.age', message: 'The age must be a number.' },
  ])
  expect(detail).toBe('Something that was entered cannot be used. Please check it and try again.')
  expect((await post({}, {})).json<Refused>().fields).toContainEqual({ path: 'name', message: 'is missing' })
})

test.each(['Jo\0', 'Jo\ud800', '\udc00Jo'])('a field with %j in it is refused by its name', async (name) => {
  const answer = await post({}, { name, inner: { age: 1 } })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ code: 'invalid-request', fields: [{ path: 'name' }] })
})

test('a call without a body may say that it is JSON', async () => {
  const headers = { 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: '/api/nothing-needed', headers, payload: '' })
  expect(answer.json()).toEqual({ ok: true })
  const bad = { method: 'POST' as const, url: '/api/nothing-needed', headers, payload: '{"__proto__":{}}' }
  expect((await app.inject(bad)).statusCode).toBe(400)
})

test('a refusal is shown as it is, with when to come back', async () => {
  const answer = await app.inject('/api/refused')
  expect(answer.json()).toMatchObject({ status: 429, code: 'too-many', detail: 'Slow down.' })
  expect(answer.headers['retry-after']).toBe('7')
  expect((await app.inject('/api/vendor')).json()).toMatchObject({ status: 503, code: 'vendor-busy' })
})

test('a bug is reported with its cause, and not shown to the caller', async () => {
  lines.length = 0
  const answer = await app.inject('/api/bug')
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('the password is 1234')
  expect(lines.join('')).toContain('inner')
  expect(lines.join('')).toContain(answer.json<{ requestId: string }>().requestId)
})

test('a request that cannot be read, or for a path that does not exist, is answered with a problem', async () => {
  const json = { 'content-type': 'application/json' }
  const cases = [
    [{ method: 'POST', url: '/api/echo', headers: json, payload: '{' }, 400],
    [{ method: 'POST', url: '/api/echo', headers: json, payload: `{"a":"${'x'.repeat(70_000)}"}` }, 413],
    [{ method: 'POST', url: '/api/echo', headers: { 'content-type': 'a/b' }, payload: 'x' }, 415],
    [{ method: 'GET', url: '/api/nothing' }, 404],
    [{ method: 'GET', url: '/api' }, 404],
    [{ method: 'GET', url: '/api/%c0' }, 400],
  ] as const
  for (const [request, status] of cases) {
    const answer = await app.inject(request)
    expect([request.url, answer.statusCode]).toEqual([request.url, status])
    expect(answer.json()).toMatchObject({ status })
  }
})

test('only our own pages may change anything', async () => {
  expect((await post({})).statusCode).toBe(200)
  expect((await post({ origin: 'https://example.test' })).statusCode).toBe(200)
  expect((await post({ 'sec-fetch-site': 'same-origin', origin: 'https://example.test' })).statusCode).toBe(
    200,
  )
  for (const headers of [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'https://example.test' },
    { 'sec-fetch-site': 'none' },
  ]) {
    expect((await post(headers as Record<string, string>)).json()).toMatchObject({ code: 'cross-origin' })
  }
})

test('however its address is spelt, a route under /api is not changed from other pages, and not kept in a cache', async () => {
  for (const url of [
    '/api/nothing-needed',
    '/%61pi/nothing-needed',
    '/ap%69/nothing-needed?x=/',
    '/%61%70%69/echo',
  ]) {
    const answer = await app.inject({ method: 'POST', url, headers: { origin: 'https://evil.test' } })
    expect([url, answer.json()]).toMatchObject([url, { code: 'cross-origin' }])
  }
  for (const url of ['/%61pi/nothing-needed', '/api/nothing', '/%61pi/nothing']) {
    const answer = await app.inject({ method: 'POST', url })
    expect([url, answer.headers['cache-control']]).toEqual([url, 'no-store'])
  }
})

test('pages run nothing inline, only screens run scripts, and a popup may post to its opener', async () => {
  const screen = (await app.inject('/screen')).headers
  expect(policyOf(screen)).toMatchObject({ 'script-src': "'self'", 'connect-src': "'self'" })
  expect(screen['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  expect(screen['permissions-policy']).toContain('camera=()')
  expect((await app.inject('/popup?xero=success')).headers['cross-origin-opener-policy']).toBe('unsafe-none')
  for (const [path, formAction] of [
    ['/form', "'self'"],
    ['/text', "'none'"],
  ] as const) {
    const policy = policyOf((await app.inject(path)).headers)
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'style-src': "'self'",
      'form-action': formAction,
    })
    expect(policy).not.toHaveProperty('script-src')
  }
  for (const path of ['/screen', '/form', '/text']) {
    const policy = policyOf((await app.inject(path)).headers)
    expect(JSON.stringify(policy)).not.toContain('unsafe')
    expect(policy).toMatchObject({
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'upgrade-insecure-requests': '',
    })
  }
})

test('what does not say that it is a page may do nothing at all in a browser', async () => {
  for (const path of ['/forgotten', '/api/refused', '/no-such-path']) {
    const { headers } = await app.inject(path)
    expect(policyOf(headers)).toEqual({ 'default-src': "'none'", 'frame-ancestors': "'none'" })
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=63072000',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    })
  }
  expect((await app.inject('/api/refused')).headers['cache-control']).toBe('no-store')
  expect((await post({ origin: 'https://evil.test' })).headers['x-content-type-options']).toBe('nosniff')
  expect((await app.inject('/own')).headers['referrer-policy']).toBe('origin')
})

const policyOf = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    String(headers['content-security-policy'])
      .split(';')
      .map((directive) => {
        const [name = '', ...values] = directive.trim().split(' ')
        return [name, values.join(' ')]
      }),
  )

test('a vendor door gets the bytes as they came, up to its own limit', async () => {
  const hook = (payload: string, headers = {}) =>
    app.inject({ method: 'POST', url: '/hook', payload, headers: { origin: 'https://v.test', ...headers } })
  expect((await hook('{"a": 1}', { 'content-type': 'application/json' })).json()).toEqual({
    hex: Buffer.from('{"a": 1}').toString('hex'),
  })
  expect((await hook('plain')).statusCode).toBe(200)
  expect((await hook('x'.repeat(11))).statusCode).toBe(413)
})

test('whose word about the caller’s address counts is set', async () => {
  for (const [trustedProxies, ip] of [
    [[], '10.0.0.7'],
    [['10.0.0.0/8'], '203.0.113.9'],
    [['loopback'], '10.0.0.7'],
  ] as const) {
    const other = await createHttp({
      log,
      publicUrl: 'https://example.test',
      trustedProxies: [...trustedProxies],
    })
    other.get('/ip', (request) => ({ ip: request.ip }))
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const answer = await other.inject({ url: '/ip', headers, remoteAddress: '10.0.0.7' })
    expect([trustedProxies, answer.json()]).toEqual([trustedProxies, { ip }])
    await other.close()
  }
})

test('the log keeps no secret of an address', async () => {
  lines.length = 0
  const urls = ['/api/refused?token=my-token&code=my-code', '/r/my-token/', '/my-token?state=my-state']
  for (const url of [...urls, '/api/%c0/my-token']) await app.inject(url)
  expect(lines.join('')).not.toMatch(/my-(token|code|state)/)
  const routes = lines.map((line) => (JSON.parse(line) as { route?: string }).route)
  expect(routes).toEqual(['/api/refused', '(none)', '(none)'])
})

test('an answer that was under way when the server closed is finished, and its connection does not keep the server', async () => {
  const other = await createHttp({ log, publicUrl: 'https://example.test' })
  const rest = Promise.withResolvers<void>()
  other.get('/slow', (_request, reply) =>
    reply.send(
      Readable.from(
        (async function* () {
          yield 'begun '
          await rest.promise
          yield 'finished'
        })(),
      ),
    ),
  )
  const answer = await fetch(`${await other.listen({ port: 0, host: '127.0.0.1' })}/slow`)
  const closing = other.close()
  rest.resolve()
  expect(await answer.text()).toBe('begun finished')
  await closing
})

test('a caller who breaks off in the middle of a body is no database that is away', async () => {
  lines.length = 0
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const answered = new Promise((done) =>
    app.server.once('request', (_request, reply) => reply.once('close', done)),
  )
  const socket = connect(Number(port), '127.0.0.1', () => {
    socket.write(
      'POST /api/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    )
  })
  app.server.once('request', () => socket.destroy())
  await answered
  await app.inject({ method: 'POST', url: '/api/nothing-needed' })
  expect(lines.join('')).not.toContain('away')
})
