import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { startStallingProxy } from '../../../test/support/stalling-proxy.ts'
import { openDb, SCHEMA_FOLDER } from '../../database/database.ts'
import { AT_LENGTH } from '../../platform/postgres/connections/pool.ts'
import { checkDatabase } from './check-database.ts'

const base = useDatabase()

test('a database that takes no writes is wrong, and says so', async () => {
  const readOnly = `${base.url}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`
  const { pool, close } = openDb(readOnly, { role: null, onError: () => undefined })
  const [database] = await checkDatabase(pool, { schema: SCHEMA_FOLDER, now: Date.now })
  await close()
  expect(database).toEqual({
    name: 'database',
    state: 'WRONG',
    words:
      'it takes no writes (default_transaction_read_only is on): nothing is kept or sent until it is off again',
  })
})

test('a server that lets us in too late may be away, or a machine too busy', async () => {
  const proxy = await startStallingProxy(base.url)
  proxy.stall({ closed: true })
  const patience = { ...AT_LENGTH, waitMs: 100, connectMs: 100 }
  const { pool, close } = openDb(proxy.url, { patience, role: null, onError: () => undefined })
  const checks = await checkDatabase(pool, { schema: SCHEMA_FOLDER, now: Date.now })
  await Promise.all([close(), proxy.close()])
  expect(checks[0]).toEqual({
    name: 'database',
    state: 'WRONG',
    words:
      'no connection was made in time: check DATABASE_URL, that PostgreSQL runs, and whether its machine or this one is too busy',
  })
})
