import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import type { ReviewRequestState } from '../../database/tables/review-requests.ts'
import { JOIN_INVOICE_OF_R } from '../../database/invoice-of-text.ts'
import type { RuledInvoice } from '../deciding/review-rules.ts'
import { RULED_INVOICE } from '../deciding/rules-queries.ts'
import { Refusal } from '../../platform/errors.ts'

export type LockedRequest = {
  state: ReviewRequestState
  stateReason: string | null
  /** The gateway put it off, and is asked again. */
  isPostponed: boolean
  dueAt: Date
  meantAt: Date
  phoneHash: Buffer
  phone: string
  country: string
  ruled: RuledInvoice
  timeZone: string
  isErased: boolean
  isDisconnected: boolean
  isPaid: boolean
  reminderOf: string | null
}

/** Until the transaction ends no claim takes it; one that has taken it is waited for. Throws Refusal 404. */
export const lockRequest = async (trx: TenantTrx, businessId: string, id: string): Promise<LockedRequest> => {
  const { rows } = await sql<LockedRequest>`
    select r.reminder_of as "reminderOf", r.state, r.state_reason as "stateReason", r.due_at as "dueAt", r.meant_at as "meantAt",
           r.phone_hash as "phoneHash", coalesce(r.customer_phone, '') as phone, r.phone_country as country,
           ${RULED_INVOICE} as ruled,
           org.time_zone as "timeZone", r.customer_phone is null as "isErased",
           org.state = 'disconnected' as "isDisconnected", i.status = 'PAID' as "isPaid",
           exists (select from send_attempts a
                   where a.business_id = r.business_id and a.request_id = r.id and a.state = 'retry') as "isPostponed"
    from review_requests r
    join organisations org on org.business_id = r.business_id and org.tenant_id = r.tenant_id
    ${JOIN_INVOICE_OF_R}
    where r.business_id = ${businessId} and r.id = ${id}
    for update of r`.execute(trx)
  if (!rows[0]) throw new Refusal('not-found', 404, 'There is no such review request.')
  return rows[0]
}
