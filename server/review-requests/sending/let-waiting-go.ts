import { sql } from 'kysely'
import type { Trx } from '../../database/database.ts'
import { wakeSender } from './wake-sender.ts'

/**
 * Texts that wait for funds, all of them or the `most` oldest, are due again; what the funds still do not cover waits
 * on. Being due is written down, so that they go even if nobody hears this wake.
 */
export const letWaitingGo = async (
  trx: Trx,
  businessId: string,
  most: number | null = null,
): Promise<void> => {
  await sql`
    update review_requests set state = 'scheduled', state_reason = null
    where business_id = ${businessId} and id in (
      select id from review_requests
      where business_id = ${businessId} and state = 'waiting_for_funds'
      order by due_at, id
      limit ${most}
      for update skip locked)`.execute(trx)
  await wakeSender(trx, businessId)
}
