import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { createHttp } from './http.ts'

const HEAD = 'Host: example.test\r\nConnection: keep-alive\r\n'

afterEach(() => {
  vi.useRealTimers()
})

const start = async () => {
  const app = await createHttp({ log: pino({ level: 'silent' }), publicUrl: 'https://example.test' })
  const slow = Promise.withResolvers<void>()
  const isAsked = Promise.withResolvers<void>()
  app.get('/slow', async () => {
    isAsked.resolve()
    await slow.promise
    return { is: 'whole' }
  })
  app.post('/taken', () => ({}))
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  /** Settled once the server has read it. */
  const say = async (words: string): Promise<Socket> => {
    const taken = once(app.server, 'connection') as Promise<[Socket]>
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.write(words)
    const [near] = await taken
    await expect.poll(() => near.bytesRead).toBe(words.length)
    return socket
  }
  const close = async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const closed = app.close()
    await expect.poll(() => vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(5_000)
    return { closed }
  }
  return { slow, isAsked, say, close }
}

test.each([
  ['headers', `GET /slow HTTP/1.1\r\n${HEAD}`],
  ['a body', `POST /taken HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{`],
])(
  'a caller that sent half of %s and is gone does not keep the server from its end',
  async (_what, words) => {
    const { say, close } = await start()
    const socket = await say(words)
    const ended = once(socket, 'close')
    const { closed } = await close()
    await Promise.all([ended, closed])
    expect(socket.destroyed).toBe(true)
  },
)

test('what was asked whole is answered, however long half a request of another has lain there', async () => {
  const { slow, isAsked, say, close } = await start()
  await say(`GET /slow HTTP/1.1\r\n${HEAD}`)
  const socket = await say(`GET /slow HTTP/1.1\r\n${HEAD}\r\n`)
  await isAsked.promise
  const { closed } = await close()
  slow.resolve()
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toContain('{"is":"whole"}')
  await closed
})
