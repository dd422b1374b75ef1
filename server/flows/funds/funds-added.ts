import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { wakeSender } from '../../review-requests/sending/wake-sender.ts'

/** How many of the texts that waited for funds go out each minute, so that no late burst reaches a street at once. */
const PER_MINUTE = 20

/** When funds came in, then the texts that waited for them, noted or not yet, go on, oldest first and at a pace. */
export const fundsAdded = async (trx: TenantTrx, businessId: string, now: Date): Promise<void> => {
  await sql`
    with waiting as (
      select id, row_number() over (order by due_at, id) - 1 as place
      from review_requests
      where business_id = ${businessId}
        and (state = 'waiting_for_funds' or (state = 'scheduled' and due_at <= ${now}))
    )
    update review_requests r
    set state = 'scheduled', state_reason = null,
        due_at = ${now}::timestamptz + make_interval(mins => (waiting.place / ${PER_MINUTE})::integer)
    from waiting
    where r.business_id = ${businessId} and r.id = waiting.id and r.state in ('waiting_for_funds', 'scheduled')`.execute(
    trx,
  )
  await wakeSender(trx, businessId)
}
