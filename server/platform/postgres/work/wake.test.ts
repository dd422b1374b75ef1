import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { createLog } from '../../process/log.ts'
import { inTransaction } from '../connections/db.ts'
import { listenForWakes, wake } from './wake.ts'

const base = useDatabase()
const log = createLog('test', 'silent')

test('a wake arrives when its transaction commits, and not when it is rolled back', async () => {
  const keys: string[] = []
  const listener = listenForWakes(base.url, { onWake: (key) => keys.push(key), log })
  const say = (key: string) => inTransaction(base.db, 'begin', async (trx) => wake(trx, key))
  await expect
    .poll(async () => {
      await say('ready')
      return keys
    })
    .toContain('ready')
  const undone = inTransaction(base.db, 'begin', async (trx) => {
    wake(trx, 'undone')
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await say('done')
  await expect.poll(() => keys).toContain('done')
  expect(keys).not.toContain('undone')
  await listener.stop()
})

test('one that is stopped while it connects leaves no connection', async () => {
  const to = new URL(base.url)
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(base.url)
  through.port = String((server.address() as AddressInfo).port)
  const accepted = once(server, 'connection')
  const listener = listenForWakes(through.href, { onWake: () => undefined, log })
  const [near] = (await accepted) as [Socket]
  await listener.stop()
  const far = connect(Number(to.port), to.hostname)
  near.pipe(far).pipe(near)
  let answered = false
  far.once('data', () => {
    answered = true
  })
  await expect.poll(() => answered && near.closed).toBe(true)
  server.close()
})
