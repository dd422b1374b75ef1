import { sql } from 'kysely'
import type { PastCustomer } from '../../../sandbox/xero/demo/past-customers.ts'
import type { TenantTrx } from '../../../server/database/database.ts'
import { CANCELLED_BY_OWNER } from '../../../server/review-requests/holding/holding-rules.ts'
import { keepChoice } from '../../../server/review-requests/holding/keep-choice.ts'
import { cancelRequests } from '../../../server/review-requests/life/end-requests.ts'
import { holdRequest } from '../../../server/review-requests/life/hold-requests.ts'

/** An owner is that quick where she stands beside the customer. */
const HELD_AFTER_MS = 20_000

/** The texts that the owner of the demo business held or cancelled before they went. */
export const holdBack = async (
  trx: TenantTrx,
  businessId: string,
  customers: Map<string, PastCustomer>,
): Promise<void> => {
  const { rows } = await sql<{ id: string; name: string | null; scheduledAt: Date }>`
    select id, customer_name as name, scheduled_at as "scheduledAt" from review_requests
    where business_id = ${businessId}`.execute(trx)
  for (const { id, name, scheduledAt } of rows) {
    const { owner } = customers.get(name ?? '') ?? {}
    const now = new Date(scheduledAt.getTime() + HELD_AFTER_MS)
    if (owner === undefined) continue
    if (owner === 'held') await holdRequest(trx, { businessId, id, now })
    else await cancelRequests(trx, businessId, CANCELLED_BY_OWNER, { requestIds: [id] })
    await keepChoice(trx, owner === 'held' ? 'hold' : 'cancel', { businessId, id, userId: null, now })
  }
}
