import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

const heard: string[] = []
const echo = createServer((socket) => {
  socket.on('data', (bytes) => {
    heard.push(String(bytes))
    socket.write(bytes)
  })
  socket.on('error', () => undefined)
})
let proxy: TcpProxy

beforeAll(async () => {
  await new Promise<void>((done) => echo.listen(0, '127.0.0.1', done))
  proxy = await openTcpProxy(() => (echo.address() as AddressInfo).port)
})
afterAll(() => {
  proxy.close()
  echo.close()
})

const open = (): Socket => connect({ port: proxy.port, host: '127.0.0.1' })
const answerTo = async (socket: Socket, words: string): Promise<string> => {
  socket.write(words)
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  return String(bytes)
}

test('a link that died in the hole stays open and silent, a new one passes', async () => {
  const old = open()
  expect(await answerTo(old, 'before')).toBe('before')
  const events: string[] = []
  for (const name of ['data', 'end', 'close', 'error']) old.on(name, () => events.push(name))

  proxy.hole()
  old.write('during')
  const opened = open()
  await once(opened, 'connect')
  opened.write('during')
  proxy.openForNew()
  const fresh = open()

  expect(await answerTo(fresh, 'after')).toBe('after')
  expect(heard).toEqual(['before', 'after'])
  expect(events).toEqual([])
  for (const socket of [old, opened, fresh]) socket.destroy()
})
