import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { plantRow } from '../../../test/support/plant-row.ts'
import { plantText } from '../../../test/support/plant-text.ts'
import { tryErasingCustomer } from './try-erasing-customer.ts'

const base = useDatabase()
let owner: Client

beforeAll(async () => {
  owner = new Client({ connectionString: base.url })
  await owner.connect()
})
afterAll(() => owner.end())

const erase = (phoneHash: Buffer) =>
  tryErasingCustomer(
    base.db,
    { businessId: null, phone: '+61491570006', phoneHash },
    { by: { kind: 'system', name: 'test' }, now: new Date(), isSure: true },
  )
const waiting = (count: number) =>
  vi.waitFor(async () => {
    const { rows } = await owner.query(
      `select from pg_locks l join pg_database d on d.oid = l.database
       where d.datname = current_database() and locktype = 'advisory' and not granted`,
    )
    expect(rows).toHaveLength(count)
  }, 20_000)

test('two customers of the same businesses are erased everywhere at once, also where one more business is found', async () => {
  const businesses = [crypto.randomUUID(), crypto.randomUUID()].toSorted()
  const [first, last] = businesses as [string, string]
  for (const id of businesses) await plantRow(owner, 'businesses', { id, currency: 'AUD' })
  const [one, other] = [randomBytes(32), randomBytes(32)]
  await plantText(owner, last, { phone_hash: one })
  for (const id of businesses) await plantText(owner, id, { phone_hash: other })

  // A sync of the last business is under way, and another has written a text of the first meanwhile.
  const lock = `hashtextextended('decide:${last}', 0)`
  await owner.query(`select pg_advisory_lock(${lock})`)
  const erasing = [erase(one)]
  await waiting(1)
  await plantText(owner, first, { phone_hash: one })
  erasing.push(erase(other))
  await waiting(2)
  await owner.query(`select pg_advisory_unlock(${lock})`)

  const erased = await Promise.all(erasing)
  expect(erased.map(({ businessIds }) => businessIds)).toEqual([businesses, businesses])
  const { rows } = await owner.query('select id from review_requests where customer_name is not null')
  expect(rows).toEqual([])
})
