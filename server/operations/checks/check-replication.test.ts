import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import {
  startReplicatedPostgres,
  type ReplicatedPostgres,
} from '../../../test/support/replicated-postgres.ts'
import { checkReplication, examineReplication } from './check-replication.ts'

const base = useDatabase()
let postgres: ReplicatedPostgres

beforeAll(async () => {
  postgres = await startReplicatedPostgres()
})
afterAll(() => postgres.stop())

/** The server restarts while a connection of before may still be on its way out: that is no fault of a test's. */
const openPool = (url: string): Pool => {
  const pool = new Pool({ connectionString: url })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

const look = async (url: string): Promise<string> => {
  const pool = openPool(url)
  try {
    const { state, words } = await checkReplication(pool)
    return `${state}: ${words}`
  } finally {
    await pool.end()
  }
}
const withSetting = (url: string, setting: string) => `${url}?options=${encodeURIComponent(`-c ${setting}`)}`

test('a primary that stands alone is well, and it is said what a failover would cost', async () => {
  expect(await look(withSetting(base.url, 'synchronous_commit=on'))).toMatch(
    /^ok: .*without a synchronous standby.*forget/,
  )
})

test('commits that are confirmed before they are on the disk are wrong', async () => {
  expect(await look(withSetting(base.url, 'synchronous_commit=off'))).toMatch(/^WRONG: .*twice/)
})

test('a standby that no commit waits for, and one that is not there, are wrong', async () => {
  expect(await look(postgres.url)).toMatch(/^WRONG: commits do not wait/)
  expect(await look(postgres.waitingUrl)).toMatch(/^WRONG: no synchronous standby \(absent\)/)
})

test('a login that may not see the standbys says which right it lacks', async () => {
  const owner = openPool(postgres.url)
  await owner.query(`create role plain login password 'plain'`)
  await owner.end()
  const plain = new URL(postgres.waitingUrl)
  plain.username = plain.password = 'plain'
  expect(await look(plain.href)).toMatch(/^ok: .*\(absent\).*pg_read_all_stats/)
})

test('standbys that confirm each commit are counted', () => {
  const facts = { isStandby: false, names: 'n2', level: 'on' }
  expect(examineReplication({ ...facts, confirming: 1 }).words).toContain(
    '1 synchronous standby has each commit',
  )
  expect(examineReplication({ ...facts, confirming: 2 }).words).toContain('2 synchronous standbys have')
})

test('a standby is no place to work on', async () => {
  await postgres.becomeStandby()
  expect(await look(postgres.url)).toMatch(/^WRONG: a standby/)
})
