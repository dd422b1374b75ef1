import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { plantRow } from '../../../test/support/plant-row.ts'
import { plantText } from '../../../test/support/plant-text.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { askToErase } from './ask-to-erase.ts'
import { eraseBusiness } from './erase-business.ts'

const base = useDatabase()
const asked = new Date('2026-11-23T09:00:00Z')
const due = new Date(asked.getTime() + 7 * DAY_MS)
let owner: Client
/** In no transaction, in which what it sees would stay the same. */
let watcher: Client

beforeAll(async () => {
  owner = new Client({ connectionString: base.url })
  watcher = new Client({ connectionString: base.url })
  for (const client of [owner, watcher]) await client.connect()
})
afterAll(async () => {
  for (const client of [owner, watcher]) await client.end()
})

const withTexts = async (count: number): Promise<{ businessId: string; ids: string[] }> => {
  const businessId = crypto.randomUUID()
  const ids = Array.from({ length: count }, () => crypto.randomUUID())
  await plantRow(owner, 'businesses', { id: businessId, currency: 'AUD' })
  for (const id of ids) await plantText(owner, businessId, { id })
  await askToErase(base.db, {
    businessId,
    askedBy: 'owner',
    wantsRefund: false,
    by: { kind: 'system', name: 'test' },
    now: asked,
  })
  return { businessId, ids }
}

test.each([
  ['one of many texts', 5],
  ['the only text', 1],
])('a business is erased wholly where a customer opens the link of %s meanwhile', async (_, count) => {
  const { businessId, ids } = await withTexts(count)
  await owner.query('begin')
  await owner.query('update review_requests set opened_at = now() where id = $1', [ids[0]])
  const erasing = eraseBusiness(base.db, businessId, { now: due, most: 2 })
  await vi.waitFor(async () => {
    const { rows } = await watcher.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows).toHaveLength(1)
  }, 20_000)
  await owner.query('commit')
  expect(await erasing).toBe('erased')
  const { rows } = await owner.query(
    'select id from review_requests where business_id = $1 and customer_name is not null',
    [businessId],
  )
  expect(rows).toEqual([])
})
