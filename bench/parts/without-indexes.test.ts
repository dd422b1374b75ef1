import { Pool } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { withoutIndexes } from './without-indexes.ts'

const database = useDatabase()
const pool = new Pool({ connectionString: database.url, max: 3 })
afterAll(() => pool.end())

const indexes = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ made: string }>(
    `select indexdef as made from pg_indexes where schemaname = 'public' order by 1`,
  )
  return rows.map(({ made }) => made)
}

test('what is written without indexes has all of them again, as they were', async () => {
  const before = await indexes()
  let meanwhile: string[] = []
  await withoutIndexes(pool, async () => {
    meanwhile = await indexes()
  })

  expect(meanwhile.length).toBeLessThan(before.length)
  expect(meanwhile.some((made) => made.includes('review_requests_by_phone'))).toBe(false)
  expect(await indexes()).toEqual(before)
})
