import { expect, onTestFinished, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { startOldPostgres } from '../../../../test/support/old-postgres.ts'
import type { Log } from '../../process/log.ts'
import { createClient, createPool } from './pool.ts'
import { waitForDatabase } from './wait-for-database.ts'

const base = useDatabase()
const TOO_OLD = 'This PostgreSQL is older than 17: Goodword runs on PostgreSQL 17 and 18.'

const old = async (): Promise<string> => {
  const { url, close } = await startOldPostgres()
  onTestFinished(close)
  return url
}
const open = (url: string) => createPool(url, { max: 1, onError: () => undefined })

test('a pool, a single connection and a process that starts say so in one line, and none of them waits', async () => {
  const url = await old()
  const refusal = { code: 'server-too-old', message: TOO_OLD }
  await expect(open(url).query('select 1')).rejects.toMatchObject(refusal)
  await expect(createClient(url).connect()).rejects.toMatchObject(refusal)
  await expect(waitForDatabase(url, {} as Log, async () => 1)).rejects.toMatchObject(refusal)
})

test('a setting in DATABASE_URL that no server knows is called by its name', async () => {
  const url = `${base.url}?options=${encodeURIComponent('-c no_such_setting=1')}`
  await expect(open(url).query('select 1')).rejects.toThrow('no_such_setting')
  await expect(createClient(url).connect()).rejects.toThrow('no_such_setting')
})
