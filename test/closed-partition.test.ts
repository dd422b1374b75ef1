import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { productProcess, type ProductProcess } from '../bench/rig/product-process.ts'
import { productSettings } from '../bench/rig/settings.ts'
import { useDatabase } from './support/database.ts'
import { freePort } from './support/free-port.ts'

const base = useDatabase()
const TABLES = ['xero_events', 'sms_callbacks']
let folder: string
let logFile: string
let worker: ProductProcess
let owner: Client

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'goodword-closed-'))
  logFile = join(folder, 'worker.log')
  const port = await freePort()
  const at = { dataDir: folder, databaseUrl: base.url, port, upstream: 'http://127.0.0.1:9' }
  const env = { ...productSettings(at), ENCRYPTION_KEYS: '00'.repeat(32) }
  worker = productProcess('server/worker.ts', env, { logFile })
  owner = new Client({ connectionString: base.url })
  await owner.connect()
})
afterEach(async () => {
  await worker.kill()
  await owner.end()
  rmSync(folder, { recursive: true })
})

const closed = async (): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string }>(
    `select conname as name from pg_constraint
     where connamespace = 'parts'::regnamespace and conname ~ '_\\d{4}_\\d\\d_\\d\\d$'`,
  )
  return rows.map(({ name }) => name)
}

test('a worker that starts takes back what a killed one left, and is ready where a lock is not free', async () => {
  for (const table of TABLES)
    await owner.query("select close_default($1, now() + interval '90 days')", [table])
  expect(await closed()).toHaveLength(2)
  const backup = new Client({ connectionString: base.url })
  await backup.connect()
  await backup.query('begin; select count(*) from xero_events')
  try {
    await worker.start()
    await expect.poll(closed).toEqual([expect.stringMatching(/^xero_events/)])
    expect(readFileSync(logFile, 'utf8')).not.toContain('"level":40')
  } finally {
    await backup.end()
  }
  await worker.stop()
  await worker.start()
  await expect.poll(closed).toEqual([])
})
