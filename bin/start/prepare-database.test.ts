import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Log } from '../../server/platform/process/log.ts'
import { useDatabase } from '../../test/support/database.ts'
import { freePort } from '../../test/support/free-port.ts'
import { prepareDatabase } from './prepare-database.ts'

const base = useDatabase()
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** The same database behind another port. */
const through = (port: number): string => {
  const url = new URL(base.url)
  url.port = String(port)
  return url.href
}
const listen = async (port: number) => {
  const { port: target, hostname } = new URL(base.url)
  const pass = createServer((near) => {
    const far = connect(Number(target), hostname)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
    near.pipe(far).pipe(near)
  }).listen(port, '127.0.0.1')
  closing.push(() => pass.close())
  await once(pass, 'listening')
}

test.each([
  ['the product’s login', (port: number) => [through(port)] as const],
  ['the owner’s login', (port: number) => [base.url, through(port)] as const],
])('what is started before its database waits for it, by %s', async (_, urls) => {
  const port = await freePort()
  const said: object[] = []
  const log = { warn: (facts: object) => said.push(facts) } as unknown as Log
  const [url, ownersUrl] = urls(port)
  const prepared = prepareDatabase(url, ownersUrl, log)
  await expect.poll(() => said).toMatchObject([{ port }])
  await listen(port)
  expect(await prepared).toEqual([])
})
