import { createServer, connect } from 'node:net'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { freePort } from '../../../../test/support/free-port.ts'
import type { Log } from '../../process/log.ts'
import { createPool } from './pool.ts'
import { waitForDatabase } from './wait-for-database.ts'

const base = useDatabase()

test('a process waits for a database that is not there yet, says for which, and goes on when it is', async () => {
  const target = new URL(base.url)
  const pass = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    near.pipe(far).pipe(near)
  })
  const port = await freePort()

  const said: object[] = []
  const url = new URL(base.url)
  url.port = String(port)
  const log = { warn: (facts: object) => said.push(facts) } as unknown as Log
  const ready = waitForDatabase(url.href, log, async () => 'begun')
  await expect
    .poll(() => said)
    .toEqual([{ host: '127.0.0.1', port, why: expect.stringContaining('ECONNREFUSED') }])
  pass.listen(port, '127.0.0.1')
  expect(await ready).toBe('begun')
  pass.close()
})

test('a database that is too slow for the first questions is asked them again', async () => {
  const pool = createPool(base.url, {
    max: 1,
    patience: { waitMs: 500, connectMs: 500, statementMs: 250, transactionMs: 60_000, idleMs: 20_000 },
    onError: () => undefined,
  })
  const questions = ['select pg_sleep(60)', 'select 1 as one']
  const said: object[] = []
  const log = { warn: (facts: object) => said.push(facts) } as unknown as Log
  const { rows } = await waitForDatabase(base.url, log, () => pool.query<{ one: number }>(questions.shift()!))
  await pool.end()
  expect(rows).toEqual([{ one: 1 }])
  expect(said).toEqual([expect.objectContaining({ why: expect.stringContaining('statement timeout') })])
})

test('where the failure has no words of its own, its code is said', async () => {
  const failures = [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })]
  const said: object[] = []
  const log = { warn: (facts: object) => said.push(facts) } as unknown as Log
  await waitForDatabase(base.url, log, async () => {
    const failure = failures.pop()
    if (failure) throw failure
  })
  expect(said).toMatchObject([{ why: 'ECONNREFUSED' }])
})

test('a pooler that drops or refuses what a connection asks for is no reason to wait, and is named', async () => {
  const pool = createPool(base.url, {
    max: 1,
    role: 'goodword_system',
    settings: '-c role=goodword_tenant',
    onError: () => undefined,
  })
  const refused = Object.assign(new Error('unsupported startup parameter: options'), { code: '08P01' })
  const begin = (work: () => Promise<unknown>) =>
    waitForDatabase(base.url, { warn: () => undefined } as unknown as Log, work)
  await expect(begin(() => pool.query('select 1'))).rejects.toThrow(
    'DATABASE_URL cannot be used: a connection acts as "goodword_tenant" instead of "goodword_system", as behind a pooler that drops the startup options: it has to pass them on, in session mode, or the address has to lead past it.',
  )
  await pool.end()
  await expect(begin(() => Promise.reject(refused))).rejects.toThrow(
    'DATABASE_URL cannot be used: a pooler refuses the startup options (unsupported startup parameter: options): it has to pass them on, in session mode, or the address has to lead past it.',
  )
})

test('a database that refuses us is no reason to wait', async () => {
  const url = new URL(base.url)
  url.pathname = '/no_such_database'
  await expect(waitForDatabase(url.href, {} as Log, async () => 1)).rejects.toThrow('no_such_database')
})
