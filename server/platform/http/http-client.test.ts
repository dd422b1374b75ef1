import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { useStub } from '../../../test/support/stub-server.ts'
import { openHttpClient } from './http-client.ts'

const stub = useStub()
const open = (path = '', options: { connections?: number; timeoutMs?: number } = {}) =>
  openHttpClient({ baseUrl: stub.url + path, connections: 4, timeoutMs: 10_000, ...options })

test('a base address keeps its own path', async () => {
  stub.answer = () => ({ status: 201, headers: { 'x-left': '7' }, text: 'grüezi' })
  const answer = await open('/vendor/api/').call({ method: 'POST', path: '/things?a=1', body: 'b' })
  expect(answer).toMatchObject({ status: 201, text: 'grüezi', headers: { 'x-left': '7' } })
  expect(stub.calls[0]).toMatchObject({ method: 'POST', path: '/vendor/api/things', body: 'b' })
  expect(stub.calls[0]!.query.get('a')).toBe('1')
})

test('silence ends at the timeout, and the call may have been taken', async () => {
  stub.answer = () => 'silence'
  const asked = open('', { timeoutMs: 50 }).call({ method: 'POST', path: '/' })
  await expect(asked).rejects.toMatchObject({ name: 'NoAnswer', code: 'timeout', wasSent: true })
})

test('a call that still waits for a connection at the timeout was certainly not sent', async () => {
  stub.answer = () => 'silence'
  const client = open('', { connections: 1, timeoutMs: 100 })
  const first = client.call({ method: 'POST', path: '/first', timeoutMs: 1_000 })
  const second = client.call({ method: 'POST', path: '/second' })
  await expect(second).rejects.toMatchObject({ code: 'timeout', wasSent: false })
  await expect(first).rejects.toMatchObject({ code: 'timeout', wasSent: true })
  stub.answer = () => ({ text: 'back' })
  expect((await client.call({ method: 'GET', path: '/third' })).text).toBe('back')
  expect(stub.calls.map(({ path }) => path)).toEqual(['/first', '/third'])
})

test('a call whose deadline passes while it waits for a connection is not begun', async () => {
  let isPast = false
  stub.answer = ({ path }) => {
    if (path === '/first') isPast = true
    return { text: 'ok' }
  }
  const client = open('', { connections: 1 })
  const first = client.call({ method: 'POST', path: '/first' })
  const second = client.call({ method: 'POST', path: '/second', mayBegin: () => !isPast })
  expect((await first).text).toBe('ok')
  await expect(second).rejects.toMatchObject({ name: 'NoAnswer', code: 'too-late', wasSent: false })
  expect((await client.call({ method: 'GET', path: '/third' })).text).toBe('ok')
  expect(stub.calls.map(({ path }) => path)).toEqual(['/first', '/third'])
})

test('a refused connection was certainly not sent', async () => {
  const client = openHttpClient({ baseUrl: 'http://127.0.0.1:1', connections: 1, timeoutMs: 10_000 })
  await expect(client.call({ method: 'POST', path: '/' })).rejects.toMatchObject({
    code: 'ECONNREFUSED',
    wasSent: false,
  })
})

test('a kept-alive connection that breaks under a call has an unknown outcome, and is not repeated', async () => {
  const asked: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      asked.push(bytes.toString().split(' ')[1]!)
      if (asked.length === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
      else socket.resetAndDestroy()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const client = openHttpClient({ baseUrl: `http://127.0.0.1:${port}`, connections: 1, timeoutMs: 10_000 })

  expect((await client.call({ method: 'POST', path: '/one', body: 'x' })).text).toBe('ok')
  const broken = client.call({ method: 'POST', path: '/two', body: 'x' })
  await expect(broken).rejects.toMatchObject({ name: 'NoAnswer', wasSent: true })
  expect(asked).toEqual(['/one', '/two'])
  await client.close()
  server.close()
})

test('half an answer is no answer', async () => {
  stub.answer = () => ({ headers: { 'content-length': '1000' }, text: 'short' })
  const asked = open('', { timeoutMs: 300 }).call({ method: 'GET', path: '/' })
  await expect(asked).rejects.toMatchObject({ name: 'NoAnswer', wasSent: true })
})
