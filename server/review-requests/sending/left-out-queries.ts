import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { startOf } from '../../database/moves.ts'
import { JOIN_INVOICE_OF_R } from '../../database/invoice-of-text.ts'
import { WAITING } from '../life/text-life.ts'
import {
  reasonOfRules,
  type ReviewRules,
  type RuledInvoice,
  type RuleReason,
} from '../deciding/review-rules.ts'
import { RULED_INVOICE } from '../deciding/rules-queries.ts'

/** The texts that wait, or that the gateway postponed, whose customers these rules leave out: each with its reason. */
export const findLeftOut = async (
  trx: TenantTrx,
  businessId: string,
  rules: ReviewRules,
): Promise<{ id: string; reason: RuleReason }[]> => {
  const { rows } = await sql<{ id: string; ruled: RuledInvoice }>`
    select r.id, ${RULED_INVOICE} as ruled
    from review_requests r
    join organisations org on org.business_id = r.business_id and org.tenant_id = r.tenant_id
    ${JOIN_INVOICE_OF_R}
    where r.business_id = ${businessId} and (r.state in (${startOf({ from: WAITING })})
      or r.state = 'sending' and exists (
        select from send_attempts a
        where a.business_id = r.business_id and a.request_id = r.id and a.state = 'retry'))
    order by r.due_at, r.id`.execute(trx)
  return rows.flatMap(({ id, ruled }) => {
    const reason = reasonOfRules(rules, ruled)
    return reason ? [{ id, reason }] : []
  })
}
