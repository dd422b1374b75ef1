import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { startOf } from '../../database/moves.ts'
import { cancelRequests } from '../life/end-requests.ts'
import { WAITING } from '../life/text-life.ts'
import { lockDecisions } from '../deciding/decision-queries.ts'
import { reasonOfRules, type RuledInvoice } from '../deciding/review-rules.ts'
import { RULED_INVOICE } from '../deciding/rules-queries.ts'

/** Texts that still wait for what the owner has just left out by a rule are cancelled. Returns how many. */
export const cancelExcluded = async (trx: TenantTrx, businessId: string): Promise<number> => {
  // Waits for decisions that are being made by the rules from before.
  const { rules } = await lockDecisions(trx, businessId)
  const { rows } = await sql<{ id: string; ruled: RuledInvoice }>`
    select r.id, ${RULED_INVOICE} as ruled
    from review_requests r
    join organisations org on org.business_id = r.business_id and org.tenant_id = r.tenant_id
    join invoices i on i.business_id = r.business_id and i.tenant_id = r.tenant_id and i.invoice_id = r.invoice_id
    where r.business_id = ${businessId} and r.state in (${startOf({ from: [...WAITING, 'sending'] })})
    order by r.due_at, r.id`.execute(trx)
  const given = rows.flatMap(({ id, ruled }) => {
    const reason = reasonOfRules(rules, ruled)
    return reason ? [{ id, reason }] : []
  })
  let cancelled = 0
  for (const reason of new Set(given.map(({ reason }) => reason))) {
    const ids = given.filter((one) => one.reason === reason).map(({ id }) => id)
    cancelled += await cancelRequests(trx, businessId, reason, { requestIds: ids })
  }
  return cancelled
}
