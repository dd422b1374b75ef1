import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { startOf } from '../../database/moves.ts'
import { cancelRequests } from '../life/end-requests.ts'
import { PENDING } from '../life/text-life.ts'
import { lockDecisions } from '../deciding/decision-queries.ts'
import { exclusionOf } from '../deciding/exclusion-rules.ts'

type Pending = { id: string; contactId: string | null; name: string | null }

/** Texts that still wait for a customer whom the owner has just excluded are cancelled. Returns how many. */
export const cancelExcluded = async (trx: TenantTrx, businessId: string): Promise<number> => {
  // Waits for decisions that are being made on what was excluded before.
  const { excludedContacts, excludedWords } = await lockDecisions(trx, businessId)
  const excluded = { contacts: excludedContacts, words: excludedWords }
  const { rows } = await sql<Pending>`
    select r.id, i.contact_id as "contactId", r.customer_name as name
    from review_requests r
    join invoices i on i.business_id = r.business_id and i.tenant_id = r.tenant_id and i.invoice_id = r.invoice_id
    where r.business_id = ${businessId} and r.state in (${startOf({ from: [...PENDING, 'sending'] })})
    order by r.due_at, r.id`.execute(trx)
  const given = rows.flatMap(({ id, contactId, name }) => {
    const reason = exclusionOf({ contactId: contactId ?? undefined, name: name ?? undefined }, excluded)
    return reason ? [{ id, reason }] : []
  })
  let cancelled = 0
  for (const reason of new Set(given.map(({ reason }) => reason))) {
    const ids = given.filter((one) => one.reason === reason).map(({ id }) => id)
    cancelled += await cancelRequests(trx, businessId, reason, { requestIds: ids })
  }
  return cancelled
}
