import { afterEach, beforeEach, expect, test } from 'vitest'
import { Client } from 'pg'
import { useDatabase } from '../../../test/support/database.ts'
import { checkVersions } from './check-versions.ts'

const base = useDatabase()
const owner = async (text: string) => {
  const client = new Client({ connectionString: base.url })
  await client.connect()
  await client.query(text)
  await client.end()
}
beforeEach(() => owner('update schema_migrations set breaking = false'))
afterEach(() => owner('delete from processes'))

const KNOWS = 8000
const process = (row: { kind: 'api' | 'worker'; knows?: number; metrics?: string; seen_at?: Date }) =>
  base.db
    .insertInto('processes')
    .values({ id: crypto.randomUUID(), ...row })
    .execute()

test('where each process knows the newest migration, or has ended, nothing is said', async () => {
  await process({ kind: 'worker', knows: KNOWS })
  await process({ kind: 'api', knows: KNOWS + 1, metrics: '[]' })
  await process({ kind: 'api', metrics: '[]', seen_at: new Date(Date.now() - 20_000) })
  expect(await checkVersions(base.db, KNOWS)).toBe(undefined)
})

test('older ones are counted, each once, and are well beside what they may run with', async () => {
  await process({ kind: 'api', metrics: '[]' })
  await process({ kind: 'worker', knows: KNOWS - 1 })
  await process({ kind: 'worker', knows: KNOWS - 1, metrics: '[]' })
  expect(await checkVersions(base.db, KNOWS)).toMatchObject({
    state: 'ok',
    words: '1 api and 1 worker of an older version, which may still run: replace what is old',
  })
})

test('one beside a breaking migration that it does not know is wrong', async () => {
  await owner('update schema_migrations set breaking = true where left(name, 4)::integer = 29')
  await process({ kind: 'worker', knows: 29 })
  expect(await checkVersions(base.db, KNOWS)).toMatchObject({ state: 'ok' })
  await process({ kind: 'api', metrics: '[]' })
  expect(await checkVersions(base.db, KNOWS)).toMatchObject({
    state: 'WRONG',
    words: '1 api and 1 worker of an older version must not run with this database: end what is old',
  })
})
