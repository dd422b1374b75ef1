import { sql } from 'kysely'
import type { TenantTrx } from '../../database/database.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { PACED } from '../life/postpone-requests.ts'

/** What went in the last 24 hours, what has its moment, and how much is due without one. */
export type PaceRecord = { gone: Date[]; planned: Date[]; dueCount: number }

export const findPace = async (trx: TenantTrx, businessId: string, now: Date): Promise<PaceRecord> => {
  const { rows } = await sql<{ at: Date; kind: 'gone' | 'planned' | 'due' }>`
    select timeline_at as at,
           case when state <> 'scheduled' then 'gone' when due_at > ${now} then 'planned' else 'due' end as kind
    from review_requests
    where business_id = ${businessId} and state in ('scheduled', 'sending', 'unknown', 'sent', 'delivered', 'failed')
      and timeline_at > ${new Date(now.getTime() - DAY_MS)}
      and (state <> 'scheduled' or due_at <= ${now} or state_reason = ${PACED})
    union all
    select due_at, 'due' from review_requests
    where business_id = ${businessId} and state = 'scheduled' and due_at <= ${new Date(now.getTime() - DAY_MS)}`.execute(
    trx,
  )
  const of = (wanted: string) => rows.filter(({ kind }) => kind === wanted).map(({ at }) => at)
  return { gone: of('gone'), planned: of('planned'), dueCount: of('due').length }
}
