import { sql } from 'kysely'
import type { TenantTrx } from '../../../database/database.ts'
import { lockDecisions } from '../../deciding/decision-queries.ts'
import { cancelRequests } from '../../life/end-requests.ts'
import { failAttempts } from '../../life/fail-attempts.ts'
import { wakeSender } from '../../life/release-requests.ts'

type NeverTaken = { attemptId: string; requestId: string; move: 'resend' | 'failStuck' }

/**
 * The gateway never took this attempt: its price is released, and its request is due once more, or failed. One that is
 * due is cancelled where its customer was asked about another invoice since, and rests. Undefined where somebody else
 * has settled it.
 */
export const giveBackAttempt = async (
  trx: TenantTrx,
  businessId: string,
  { attemptId, requestId, move }: NeverTaken,
): Promise<{ isResting: boolean } | undefined> => {
  // Nobody is decided to be asked meanwhile.
  const { cooldownDays } = await lockDecisions(trx, businessId)
  const moved = await failAttempts(trx, businessId, [{ attemptId, code: 'never_accepted', move }])
  if (moved === 0) return undefined
  const isResting = move === 'resend' && (await isAskedSince(trx, businessId, requestId, cooldownDays))
  if (isResting) await cancelRequests(trx, businessId, 'cooldown', { requestIds: [requestId] })
  wakeSender(trx, businessId)
  return { isResting }
}

/** Whether its customer was texted about a later invoice within the rest, or is about to be. A reminder has none. */
const isAskedSince = async (
  trx: TenantTrx,
  businessId: string,
  requestId: string,
  cooldownDays: number,
): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from review_requests r
      join review_requests later on later.business_id = r.business_id and later.phone_hash = r.phone_hash
        and later.scheduled_at > r.scheduled_at and later.reminder_of is null
      where r.business_id = ${businessId} and r.id = ${requestId} and r.reminder_of is null
        and later.state not in ('failed', 'cancelled', 'expired')
        and coalesce(later.sent_at, case when later.state = 'unknown' then later.due_at else now() end)
          > now() - ${cooldownDays} * interval '1 day') as is`.execute(trx)
  return rows[0]!.is
}
