import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { needs } from '../../test/support/needs.ts'
import { bringUpToDate } from '../../server/database/bring-up-to-date.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../server/platform/postgres/embedded/embedded-postgres.ts'
import { beginHistory, prepareCluster, preparedCluster } from './prepared-cluster.ts'

let folder: string
const running: EmbeddedPostgres[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'goodword-prepared-test-'))
  // The database's own user needs access to it, or the cluster lies in another folder.
  chmodSync(folder, 0o755)
})
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
  rmSync(folder, { recursive: true, force: true })
})

const start = async (name: string, prepared?: string): Promise<EmbeddedPostgres> => {
  const started = await startEmbeddedPostgres(join(folder, name), { prepared })
  running.push(started)
  return started
}

const ask = async (url: string, statement: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows
}

test('first starts copy what was prepared: the schema is there, and nothing of it counts as forgotten', async () => {
  const place = join(folder, 'place')
  mkdirSync(join(place, 'of-an-older-schema'), { recursive: true })
  expect(preparedCluster(place)).toBeUndefined()
  await prepareCluster(place)
  const prepared = preparedCluster(place)!
  expect(readdirSync(place)).toHaveLength(1)
  for (const name of ['one', 'another']) {
    const { url } = await start(name, prepared)
    expect(await bringUpToDate(url)).toEqual([])
    await beginHistory(url)
    expect(await ask(url, 'select raise_fence(null) as raised')).toEqual([{ raised: null }])
  }
  // Each has its own from then on.
  await ask(running[0]!.url, 'create table mine ()')
  expect(await ask(running[1]!.url, `select to_regclass('mine') as mine`)).toEqual([{ mine: null }])
  // What PostgreSQL calls them is the same, as it is of a staging system that was made of production's disk.
  await expect(bringUpToDate(running[0]!.url, running[1]!.url)).rejects.toThrow('leads to another database')
  expect(await bringUpToDate(running[0]!.url, running[0]!.url)).toEqual([])
})

test(
  'a copy belongs to the database’s user, whoever prepared it',
  needs(process.getuid?.() === 0, 'the rights of root'),
  async () => {
    await prepareCluster(join(folder, 'place'))
    const prepared = preparedCluster(join(folder, 'place'))!
    execFileSync('chown', ['-R', '12345:12345', join(prepared, 'postgres')])
    const { url } = await start('data', prepared)
    expect(await ask(url, 'select 1 as n')).toEqual([{ n: 1 }])
  },
)

test('where nothing can be copied, a first start makes a cluster of its own', async () => {
  const { url } = await start('data', join(folder, 'nothing'))
  expect(await ask(url, 'select 1 as n')).toEqual([{ n: 1 }])
  mkdirSync(join(folder, 'broken'))
  copyFileSync(join(folder, 'data/postgres.json'), join(folder, 'broken/postgres.json'))
  const other = await start('other', join(folder, 'broken'))
  expect(await ask(other.url, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('an installation without the sources prepares nothing', () => {
  mkdirSync(join(folder, 'bin'))
  copyFileSync(join(import.meta.dirname, '../prepare.ts'), join(folder, 'bin/prepare.ts'))
  expect(execFileSync(process.execPath, [join(folder, 'bin/prepare.ts')], { encoding: 'utf8' })).toBe('')
  expect(readdirSync(folder)).toEqual(['bin'])
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(scripts['prepare']).toBe('node bin/prepare.ts')
})
