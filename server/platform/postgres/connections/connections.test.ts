import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { UNLIMITED } from '../../../../test/support/patience.ts'
import { asOwner } from '../../../../test/support/product.ts'
import { startStallingProxy } from '../../../../test/support/stalling-proxy.ts'
import { asSystem, openDb, type OpenedDb } from '../../../database/database.ts'
import { DatabaseAway } from './database-away.ts'
import { createPool, type Patience } from './pool.ts'

const base = useDatabase()
const PATIENCE = { waitMs: 500, connectMs: 500, statementMs: 250, transactionMs: 60_000, idleMs: 20_000 }
const opened: { close: () => Promise<void> }[] = []

const open = (url = base.url, max = 3, instead: Partial<Patience> = {}): OpenedDb => {
  const one = openDb(url, { max, patience: { ...PATIENCE, ...instead }, onError: () => undefined })
  opened.push(one)
  return one
}
const proxied = async () => {
  const proxy = await startStallingProxy(base.url)
  opened.push(proxy)
  return proxy
}
const answer = async ({ db }: OpenedDb): Promise<number> => {
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db)
  return rows[0]!.one
}

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

test('a session that ends between two statements of a transaction is an error, and ends nothing else', async () => {
  const one = open()
  const broken = asSystem(one.db, async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await asOwner(base.url, (pool) => pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]))
    await expect
      .poll(() => sql`select 1`.execute(trx).catch((cause: unknown) => cause))
      .toBeInstanceOf(DatabaseAway)
    await sql`select 1`.execute(trx)
  })
  await expect(broken).rejects.toBeInstanceOf(DatabaseAway)
  expect(await answer(one)).toBe(1)
})

test('a commit that PostgreSQL answers with a rollback fails', async () => {
  const one = open()
  const swallowed = asSystem(one.db, async (trx) => {
    await sql`select 1 / 0`.execute(trx).catch(() => undefined)
  })
  await expect(swallowed).rejects.toThrow('rolled back')
  expect(await answer(one)).toBe(1)
})

test('a connection that stalls is closed in time, and none that stalled with it is used again', async () => {
  const proxy = await proxied()
  const one = open(proxy.url)
  await Promise.all([answer(one), answer(one), answer(one)])
  proxy.stall()
  await expect(answer(one)).rejects.toBeInstanceOf(DatabaseAway)
  expect(await answer(one)).toBe(1)
  expect(await Promise.all([answer(one), answer(one), answer(one)])).toEqual([1, 1, 1])
})

test('while no connection can be made, each question fails in time, and works again afterwards', async () => {
  const proxy = await proxied()
  const one = open(proxy.url)
  await answer(one)
  proxy.stall({ closed: true })
  for (let question = 0; question < 3; question += 1)
    await expect(answer(one)).rejects.toBeInstanceOf(DatabaseAway)
  proxy.open()
  await expect.poll(() => answer(one).catch(() => 0)).toBe(1)
})

test('a server that needs longer for each new connection than a first try waits is reached all the same', async () => {
  const proxy = await startStallingProxy(base.url, { slowMs: 1_500 })
  opened.push(proxy)
  const one = openDb(proxy.url, {
    max: 1,
    patience: { ...PATIENCE, waitMs: 4_000, connectMs: 500 },
    onError: () => undefined,
  })
  opened.push(one)
  await expect(answer(one)).rejects.toBeInstanceOf(DatabaseAway)
  await expect.poll(() => answer(one).catch(() => 0)).toBe(1)
})

test('a statement that takes too long is ended by the server, and its connection goes on', async () => {
  const one = open(base.url, 1)
  const pid = () =>
    sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one.db).then(({ rows }) => rows[0]!.pid)
  const before = await pid()
  await expect(sql`select pg_sleep(60)`.execute(one.db)).rejects.toMatchObject({ code: '57014' })
  expect(await pid()).toBe(before)
})

test('a transaction whose beginning fails leaves no open one behind', async () => {
  const one = open(base.url, 1)
  const { inTransaction } = await import('./db.ts')
  await expect(inTransaction(one.db, 'begin; set local role of_nobody', async () => 1)).rejects.toThrow(
    'of_nobody',
  )
  const { rows } = await sql<{ alone: boolean }>`
    select now() = statement_timestamp() as alone`.execute(one.db)
  expect(rows).toEqual([{ alone: true }])
})

test('connections act as their role whatever the address says of options', async () => {
  const one = open(`${base.url}?options=${encodeURIComponent('-c role=goodword_tenant -c work_mem=5MB')}`)
  const { rows } =
    await sql`select current_user::text as acting, current_setting('work_mem') as work_mem`.execute(one.db)
  expect(rows).toEqual([{ acting: 'goodword_system', work_mem: '5MB' }])
})

test('no statement is compiled, also where the server compiles those that look dear', async () => {
  const one = open(`${base.url}?options=${encodeURIComponent('-c jit=on')}`)
  const { rows } = await sql`select current_setting('jit') as jit`.execute(one.db)
  expect(rows).toEqual([{ jit: 'off' }])
})

test('a connection that acts as another role than it should is refused in words', async () => {
  const pool = createPool(base.url, {
    max: 1,
    role: 'goodword_system',
    settings: '-c role=goodword_tenant',
    onError: () => undefined,
  })
  await expect(pool.query('select 1')).rejects.toThrow(
    'acts as "goodword_tenant" instead of "goodword_system"',
  )
  await pool.end()
})

test('every time limit is set on every connection', async () => {
  // Those for a connection are the driver's, and would be what a busy machine meets.
  const limited = open(base.url, 1, { ...UNLIMITED, statementMs: 30_000 })
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where setting <> '0' and name in (
      'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout',
      'tcp_keepalives_idle', 'tcp_user_timeout') order by name`.execute(limited.db)
  expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
    'idle_in_transaction_session_timeout 20000',
    'lock_timeout 5000',
    'statement_timeout 30000',
    'tcp_keepalives_idle 10',
    'tcp_user_timeout 20000',
    'transaction_timeout 60000',
  ])
})
