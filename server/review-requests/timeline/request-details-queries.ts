import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { INVOICE_OF_R } from '../../database/invoice-of-text.ts'
import { OPT_OUT_OF_R } from '../../opt-outs/opt-out.ts'
import { HIDDEN_TOKEN } from '../../texts/link-token.ts'
import type { Attempt, Choice, RequestFacts } from './words/request-steps-rules.ts'

export type RequestDetails = RequestFacts & {
  body: string | null
  segments: number | null
  currency: string
}

/** What is on record of one text beyond its row of the timeline. */
export const findRequestDetails = async (
  trx: TenantTrx,
  businessId: string,
  id: string,
): Promise<RequestDetails | undefined> => {
  const { rows } = await sql<Omit<RequestDetails, 'attempts' | 'choices'>>`
    select r.state, r.state_reason as "stateReason", d.decided_at as "decidedAt", d.found_by as "foundBy",
           r.meant_at as "meantAt", r.due_at as "dueAt", r.waiting_since as "waitingSince", r.held_at as "heldAt", r.sent_at as "sentAt",
           r.delivered_at as "deliveredAt", r.failed_at as "failedAt", r.ended_at as "endedAt", r.opened_at as "openedAt",
           r.open_count as "openCount", replace(r.body, r.link_token, ${HIDDEN_TOKEN}) as body, r.segments, b.currency,
           e.kind || ' ' || r.experiment_side as comparison, opt_out.source as "optOutSource", opt_out.opted_out_at as "optedOutAt"
    from review_requests r
    join businesses b on b.id = r.business_id
    join decisions d
      on d.business_id = r.business_id and d.tenant_id = r.tenant_id and d.invoice_id = ${INVOICE_OF_R}
    left join experiments e on e.business_id = r.business_id and e.id = r.experiment_id
    ${OPT_OUT_OF_R}
    where r.business_id = ${businessId} and r.id = ${id}`.execute(trx)
  const attempts = await sql<Attempt>`
    select state, claimed_at as "claimedAt", case when ${BORNE_BY_US} then 0 else price_cents end as "priceCents"
    from send_attempts a
    where business_id = ${businessId} and request_id = ${id}
    order by number`.execute(trx)
  // The database gives the id under the lock of the text's row; `chosen_at` was read before it.
  const choices = await sql<Choice>`
    select choice, chosen_at as "chosenAt" from owner_choices
    where business_id = ${businessId} and request_id = ${id}
    order by id`.execute(trx)
  return rows[0] && { ...rows[0], attempts: attempts.rows, choices: choices.rows }
}

/** It went before the database was restored, and the funds did not cover it. */
const BORNE_BY_US = sql`exists (
  select from transfers t
  join entries e on e.business_id = t.business_id and e.transfer_id = t.id and e.account = 'granted'
  where t.business_id = a.business_id and t.reference = a.id::text and t.kind = 'capture')`
