import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
let other: Server

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'goodword-ports-'))
  other = await listenOffTheUsualPorts()
})
afterEach(() => {
  other.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Below those that the system gives to whoever asks for any: the ports beside it stay free during the test. */
const listenOffTheUsualPorts = async (): Promise<Server> => {
  for (;;) {
    const server = createServer().listen(20_000 + Math.floor(Math.random() * 10_000), '127.0.0.1')
    const isListening = await Promise.race([
      once(server, 'listening').then(() => true),
      new Promise<boolean>((done) => server.once('error', () => done(false))),
    ]).catch(() => false)
    if (isListening) return server
  }
}

const start = (settings: Record<string, string>) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../start.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0', SANDBOX_PORT: '0', ...settings },
    encoding: 'utf8',
  })

test.each([
  ['PORT', 0],
  ['SANDBOX_PORT', 0],
  ['SANDBOX_PORT', 25],
])('a port that is taken ends the start with one line that names %s (the port less %i)', (setting, less) => {
  const { port } = other.address() as AddressInfo
  const { status, stdout, stderr } = start({ [setting]: String(port - less) })
  expect(status).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toBe(`Port ${port} is taken: stop what listens there, or set ${setting} to another one.\n`)
})
