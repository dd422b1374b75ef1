import { sql } from 'kysely'
import type { Trx } from '../database.ts'
import { lockDecisions } from './decision-queries.ts'
import { exclusionOf } from './exclusion-rules.ts'

type Pending = { id: string; contactId: string | null; name: string | null }

/** Texts that still wait for somebody whom the owner has just excluded are called off. Tells how many. */
export const callOffExcluded = async (trx: Trx, businessId: string): Promise<number> => {
  // Waits for decisions that are being made on what was excluded before.
  const { excludedContacts, excludedWords } = await lockDecisions(trx, businessId)
  const excluded = { contacts: excludedContacts, words: excludedWords }
  const { rows } = await sql<Pending>`
    select r.id, i.contact_id as "contactId", r.customer_name as name
    from review_requests r
    join invoices i on i.business_id = r.business_id and i.tenant_id = r.tenant_id and i.invoice_id = r.invoice_id
    where r.business_id = ${businessId} and r.state in ('scheduled', 'waiting_for_funds')
    order by r.due_at, r.id
    for update of r`.execute(trx)
  const given = rows.flatMap(({ id, contactId, name }) => {
    const reason = exclusionOf({ contactId: contactId ?? undefined, name: name ?? undefined }, excluded)
    return reason ? [{ id, reason }] : []
  })
  if (given.length === 0) return 0
  await sql`
    update review_requests r set state = 'cancelled', state_reason = g.reason, waiting_since = null
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id uuid, reason text)
    where r.business_id = ${businessId} and r.id = g.id`.execute(trx)
  return given.length
}
