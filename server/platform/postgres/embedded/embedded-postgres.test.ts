import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../../../test/support/free-port.ts'
import { startDoomed } from '../../../../test/support/until-killed.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'

let folder: string
let running: EmbeddedPostgres | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'goodword-embedded-'))
  // The database's own user needs access to it, or the cluster lies in another folder.
  chmodSync(folder, 0o755)
})
afterEach(async () => {
  await running?.stop()
  running = undefined
  rmSync(folder, { recursive: true, force: true })
})

const query = async (url: string, text: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const answers = [await client.query<{ n: number }>(text)].flat()
    return answers.flatMap(({ rows }) => rows.map(({ n }) => n))
  } finally {
    await client.end().catch(() => undefined)
  }
}

test('it runs for whoever starts it, also for root, whom PostgreSQL refuses', async () => {
  running = await startEmbeddedPostgres(folder)
  expect(await query(running.url, 'select 1 as n')).toEqual([1])
  const { folder: cluster } = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as {
    folder: string
  }
  const { uid } = userInfo()
  const owner = statSync(cluster).uid
  expect(uid === 0 ? owner !== 0 : owner === uid).toBe(true)
  expect(statSync(join(folder, 'postgres.json')).mode & 0o077).toBe(0)
})

test('killed with work under way, it starts again where it was, and what was committed is there', async () => {
  let ended = 0
  running = await startEmbeddedPostgres(folder, { onExit: () => (ended += 1) })
  const { url } = running
  await query(url, 'create table kept (n int); insert into kept values (1)')
  const busy = query(url, 'insert into kept select 2 from pg_sleep(60)')
  const lost = busy.catch((cause: unknown) => cause)
  running.kill()
  expect(await lost).toBeInstanceOf(Error)
  await expect.poll(() => ended).toBe(1)
  await running.restart()
  expect(running.url).toBe(url)
  expect(await query(url, 'select n from kept')).toEqual([1])
})

test('a server that a killed parent left behind is stopped first, and its place taken', async () => {
  const parent = await startDoomed('runs-postgres', [folder])
  const url = parent.message as string
  await query(url, 'create table kept (n int); insert into kept values (1)')
  await parent.kill()
  running = await startEmbeddedPostgres(folder)
  expect(running.url).toBe(url)
  expect(await query(url, 'select n from kept')).toEqual([1])
})

test('a first start that was killed in the middle is begun anew', async () => {
  const half = join(folder, 'postgres.new')
  mkdirSync(half)
  writeFileSync(join(half, 'PG_VERSION'), '18\n')
  writeFileSync(
    join(folder, 'postgres.json'),
    JSON.stringify({ folder: join(folder, 'postgres'), port: await freePort(), password: 'chosen-before' }),
  )
  running = await startEmbeddedPostgres(folder)
  expect(await query(running.url, 'select 1 as n')).toEqual([1])
  expect(running.url).toContain('chosen-before')
})

test('moved with its data to another folder, it has what was committed, and nothing grows at the old place', async () => {
  running = await startEmbeddedPostgres(join(folder, 'before'))
  await query(running.url, 'create table kept (n int); insert into kept values (7)')
  // The server that runs from the old place is found and stopped in the new one.
  renameSync(join(folder, 'before'), join(folder, 'after'))
  running = await startEmbeddedPostgres(join(folder, 'after'))
  expect(await query(running.url, 'select n from kept')).toEqual([7])
  expect(readdirSync(folder)).toEqual(['after'])
})

test('where its user has no access, it lies elsewhere, and after the folder is deleted it begins anew in one place', async () => {
  const clusterOf = () =>
    (JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as { folder: string }).folder
  chmodSync(folder, 0o700)
  running = await startEmbeddedPostgres(folder)
  await query(running.url, 'create table kept (n int)')
  const before = clusterOf()
  await running.stop()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  running = await startEmbeddedPostgres(folder)
  expect(await query(running.url, "select count(*)::int as n from pg_class where relname = 'kept'")).toEqual([
    0,
  ])
  expect(clusterOf()).toBe(before)
  await running.stop()
  running = undefined
  rmSync(before, { recursive: true, force: true })
})

test('a lock file whose number another program has by now does not stop it', async () => {
  running = await startEmbeddedPostgres(folder)
  const { folder: cluster } = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as {
    folder: string
  }
  const lock = join(cluster, 'postmaster.pid')
  const lines = readFileSync(lock, 'utf8').split('\n')
  await running.stop()
  writeFileSync(lock, [process.pid, ...lines.slice(1)].join('\n'))
  running = await startEmbeddedPostgres(folder)
  expect(await query(running.url, 'select 1 as n')).toEqual([1])
})
