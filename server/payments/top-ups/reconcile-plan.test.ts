import { Client } from 'pg'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'

const base = useDatabase()

/** Captures and releases of texts are a hundred times as many as payments, and stay for good. */
test('to compare the ledger with Stripe, transfers of texts are not read', async () => {
  const owner = new Client({ connectionString: base.url })
  await owner.connect()
  try {
    await owner.query('begin; set local session_replication_role = replica')
    await owner.query(
      `insert into transfers (business_id, id, kind, reference)
       select gen_random_uuid(), gen_random_uuid(), case when n % 200 = 0 then 'topup' else 'capture' end, n::text
       from generate_series(1, 20000) n`,
    )
    await owner.query('analyze transfers')
    const { rows } = await owner.query<{ 'QUERY PLAN': unknown }>(
      `explain (format json) select t.reference from transfers t where t.kind = 'topup'`,
    )
    expect(JSON.stringify(rows)).toContain('transfers_of_money')
  } finally {
    await owner.query('rollback')
    await owner.end()
  }
})
