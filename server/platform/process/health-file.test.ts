import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findFault, openBeat, writeAddress } from './health-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'health-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a worker is well as long as it looks for work, and no longer', async () => {
  const file = join(folder, 'worker')
  const beat = openBeat(file)
  expect(await findFault(file)).toBeUndefined()
  utimesSync(file, new Date(0), new Date(0))
  expect(await findFault(file)).toMatch(/^the worker has not looked for work for \d+ s$/)
  beat()
  expect(await findFault(file)).toBeUndefined()
})

test('an api is well when it answers at the address that it gave', async () => {
  const file = join(folder, 'api')
  let status = 200
  const server = createServer((_request, reply) => reply.writeHead(status).end())
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  writeAddress(file, '0.0.0.0', port)
  expect(await findFault(file)).toBeUndefined()
  status = 500
  expect(await findFault(file)).toBe(`http://127.0.0.1:${port}/healthz answers 500`)
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
  expect(await findFault(file)).toMatch(/does not answer/)
})

test('where no process wrote its file, nothing runs', async () => {
  expect(await findFault(join(folder, 'absent'))).toMatch(/^nothing runs here yet/)
})

test('where no file is named, the setting is', async () => {
  expect(await findFault('')).toBe('HEALTH_FILE is not set: give the one of the process that is asked about')
})

test('without a file nothing is said', () => {
  expect(() => openBeat(undefined)()).not.toThrow()
  expect(() => writeAddress(undefined, '127.0.0.1', 1)).not.toThrow()
})
