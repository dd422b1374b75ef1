import { sql } from 'kysely'
import type { TenantTrx, Trx } from '../../database/database.ts'
import { startOf } from '../../database/moves.ts'
import type { SqlTime } from '../../platform/postgres/connections/database-clock.ts'
import { wake } from '../../platform/postgres/work/wake.ts'
import { REQUEST_MOVES } from './text-life.ts'

const { release } = REQUEST_MOVES

/** One wake for any number of causes: the sender takes all that is due. */
export const wakeSender = (trx: Trx, businessId: string): void => wake(trx, `send:${businessId}`)

/**
 * Texts that wait for funds, all of them or the `most` oldest, are due again; what the funds still do not cover keeps
 * waiting. That they are due is recorded, so that they are sent even if this wake is lost.
 */
export const releaseWaiting = async (
  trx: Trx,
  businessId: string,
  most: number | null = null,
): Promise<void> => {
  await sql`
    with oldest as materialized (
      select id from review_requests
      where business_id = ${businessId} and state = 'waiting_for_funds'
      order by due_at, id
      limit ${most}
      for update skip locked
    )
    update review_requests r set state = ${sql.lit(release.to)}, state_reason = null
    from oldest where r.business_id = ${businessId} and r.id = oldest.id`.execute(trx)
  wakeSender(trx, businessId)
}

/**
 * Everything that waits for funds, marked or not yet, is due again, oldest first: `perMinute` at a time, or where the
 * business has a pace at once, because its pace gives the turns.
 */
export const releasePaced = async (
  trx: Trx,
  businessId: string,
  { now, perMinute }: { now: Date; perMinute: number },
): Promise<void> => {
  await sql`
    with waiting as (
      select id, row_number() over (order by due_at, id) - 1 as place
      from review_requests
      where business_id = ${businessId}
        and (state = 'waiting_for_funds' or (state = 'scheduled' and due_at <= ${now}))
    )
    update review_requests r
    set state = ${sql.lit(release.to)}, state_reason = null, turn_at = null,
        due_at = ${now}::timestamptz + case when b.pace_per_hour is null
          then make_interval(mins => (waiting.place / ${perMinute})::integer) else interval '0' end
    from waiting, businesses b
    where b.id = ${businessId} and r.business_id = ${businessId} and r.id = waiting.id and r.state in (${startOf(release)})`.execute(
    trx,
  )
  wakeSender(trx, businessId)
}

/** The pace or the hours have changed: what waits for its turn is due, and gets another. */
export const replanTurns = async (trx: TenantTrx, businessId: string, now: SqlTime): Promise<void> => {
  const { numAffectedRows } = await sql`
    update review_requests
    set state = ${sql.lit(REQUEST_MOVES.postpone.to)}, state_reason = null, turn_at = null, due_at = ${now}
    where business_id = ${businessId} and state = 'scheduled' and turn_at is not null`.execute(trx)
  if (Number(numAffectedRows ?? 0) > 0) wakeSender(trx, businessId)
}
