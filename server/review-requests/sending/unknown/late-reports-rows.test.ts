import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { plantRow } from '../../../../test/support/plant-row.ts'
import { rowsRead } from '../../../../test/support/rows-read.ts'

const base = useDatabase()
const OTHERS = 200

/** One text that gave way, and many of other businesses, of which PostgreSQL has no statistics yet. */
const plant = async () => {
  const [businessId, attemptId] = [crypto.randomUUID(), crypto.randomUUID()]
  const owner = new Client({ connectionString: base.url })
  await owner.connect()
  for (let number = 0; number <= OTHERS; number += 1) {
    const [id, state] = [crypto.randomUUID(), number === 0 ? 'cancelled' : 'sent']
    const where = { business_id: number === 0 ? businessId : id, tenant_id: businessId, invoice_id: id }
    const sent_at = number === 0 ? null : new Date('2026-11-01')
    await plantRow(owner, 'review_requests', {
      ...where,
      id,
      state,
      sent_at,
      link_token: id,
      phone_country: 'AU',
    })
    await plantRow(owner, 'decisions', {
      ...where,
      outcome: 'skipped',
      reason: 'cooldown',
      found_by: 'sweep',
    })
    if (number > 0) continue
    await plantRow(owner, 'invoices', { ...where, found_by: 'sweep' })
    const attempt = { business_id: businessId, id: attemptId, request_id: id, number: 1, state: 'absent' }
    await plantRow(owner, 'send_attempts', attempt)
  }
  await owner.end()
  return attemptId
}

test('a report of a text that gave way reads none of other businesses, also while the tables are young', async () => {
  const report = { attempt_id: await plant(), message_sid: 'SM1', state: 'delivered' }
  const callback = { ...report, status: 'delivered', outcome: 'delivered' }
  const statuses = sql`
    select record_sms_statuses(${JSON.stringify([callback])}::jsonb, ${JSON.stringify([report])}::jsonb)`
  const read = await rowsRead(base.db, (trx) => statuses.execute(trx))
  await statuses.execute(base.db)
  const decided = base.db.selectFrom('decisions').select('reason').where('outcome', '=', 'scheduled')
  expect(await decided.execute()).toEqual([{ reason: null }])
  expect(read['review_requests']!.looked).toBeLessThan(OTHERS / 2)
  expect(read['decisions']!.looked).toBeLessThan(OTHERS / 2)
})
