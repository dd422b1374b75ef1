import { Client } from 'pg'
import { expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'

const base = useDatabase()

test('a START finds the STOPs of its phone by an index, whatever the business', async () => {
  const client = new Client({ connectionString: base.url })
  await client.connect()
  await client.query('set enable_seqscan = off')
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain delete from opt_outs where phone_hash = '\\x00' and source in ('stop', 'gateway')`,
  )
  await client.end()
  expect(rows.map((row) => row['QUERY PLAN']).join(' ')).toContain('on opt_outs_by_phone')
})
