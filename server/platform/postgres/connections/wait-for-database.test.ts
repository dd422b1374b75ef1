import { createServer, connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import type { Log } from '../../process/log.ts'
import { waitForDatabase } from './wait-for-database.ts'

const base = useDatabase()

const portOf = (server: ReturnType<typeof createServer>) => (server.address() as AddressInfo).port

test('a process waits for a database that is not there yet, says for which, and goes on when it is', async () => {
  const target = new URL(base.url)
  const pass = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    near.pipe(far).pipe(near)
  })
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const port = portOf(free)
  free.close()
  await once(free, 'close')

  const said: object[] = []
  const url = new URL(base.url)
  url.port = String(port)
  const ready = waitForDatabase(url.href, { warn: (facts: object) => said.push(facts) } as unknown as Log)
  await expect
    .poll(() => said)
    .toEqual([{ host: '127.0.0.1', port, why: expect.stringContaining('ECONNREFUSED') }])
  pass.listen(port, '127.0.0.1')
  await ready
  pass.close()
})

test('a database that refuses us is no reason to wait', async () => {
  const url = new URL(base.url)
  url.pathname = '/no_such_database'
  await expect(waitForDatabase(url.href, {} as Log)).rejects.toThrow('no_such_database')
})
