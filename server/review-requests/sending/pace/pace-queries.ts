import { sql } from 'kysely'
import type { TenantTrx } from '../../../database/database.ts'
import { DAY_MS } from '../../../platform/dates.ts'
import { PENDING_DAYS } from '../claim-rules.ts'
import type { PaceFacts } from './pace-rules.ts'

/** Its turn does not come too late: a request that was dropped by then holds no place in the queue. */
export const IN_TIME = sql`due_at <= meant_at + ${PENDING_DAYS * 24} * interval '1 hour'`

/**
 * What went in the last 24 hours, what has a turn to come, and how much is due without one. What the gateway postponed
 * may go at any moment: it counts as gone now.
 */
export const findPace = async (
  trx: TenantTrx,
  businessId: string,
  now: Date,
): Promise<Pick<PaceFacts, 'gone' | 'planned' | 'dueCount'>> => {
  const { rows } = await sql<{
    at: Date
    turnAt: Date | null
    kind: 'gone' | 'planned' | 'due'
    count: number
  }>`
    select case when state = 'sending' then ${now}::timestamptz else timeline_at end as at, turn_at as "turnAt",
           case when state = 'scheduled' then 'planned' else 'gone' end as kind, 1 as count
    from review_requests
    where business_id = ${businessId} and state in ('scheduled', 'sending', 'unknown', 'sent', 'delivered', 'failed')
      and (timeline_at > ${new Date(now.getTime() - DAY_MS)} or state = 'sending')
      and (state <> 'scheduled' or (turn_at is not null and due_at > ${now} and ${IN_TIME}))
    union all
    select ${now}, null, 'due', count(*)::int
    from review_requests where business_id = ${businessId} and state = 'scheduled' and due_at <= ${now}`.execute(
    trx,
  )
  return {
    gone: rows.filter(({ kind }) => kind === 'gone').map(({ at }) => at),
    planned: rows.flatMap(({ at, turnAt }) => (turnAt ? [{ turnAt, dueAt: at }] : [])),
    dueCount: rows.find(({ kind }) => kind === 'due')?.count ?? 0,
  }
}
