import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Log } from '../process/log.ts'
import { limitConnections } from './limit-connections.ts'

test('a connection that there is no room for ends, and that is said once', async () => {
  const warn = vi.fn<(facts: object, words: string) => void>()
  const server = createServer((socket) => void socket.on('error', () => undefined).write('hello'))
  limitConnections(server, { warn } as unknown as Log, 4)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const open = () => connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  const kept = [open(), open()]
  onTestFinished(() => {
    for (const socket of kept) socket.destroy()
    server.close()
  })
  await Promise.all(kept.map((socket) => once(socket, 'data')))
  for (const socket of [open(), open()]) await once(socket, 'close')
  expect(warn.mock.calls.map(([, words]) => words)).toEqual([
    'connections end without an answer: this process may open too few files (ulimit -n)',
  ])
})

test('a machine that allows many keeps some for the database and the vendors', () => {
  const server = createServer()
  limitConnections(server, {} as Log, 1_024)
  expect(server.maxConnections).toBe(896)
})
