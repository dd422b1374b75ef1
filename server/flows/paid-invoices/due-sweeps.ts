import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/dates.ts'
import { enqueueMany } from '../../platform/postgres/work/jobs.ts'
import { xeroQueue } from '../../organisations/ask-xero.ts'

/** From one run of this to the next. */
const TICK_MS = 5 * MINUTE_MS
/** Where the last sweep found what no webhook had reported, the next sweep comes sooner. */
const UNHEALTHY_MS = 15 * MINUTE_MS

/** Of those that are overdue so many go at once; the others 2,000 a minute, a fifth of what Xero allows the app. */
const AT_ONCE = 100
const APART_MS = 30

const ITS_SECOND = sql`('x' || right(o.tenant_id::text, 7))::bit(28)::integer % 3600`

/** The last moment until the next tick that the digits of its id give organisation `o` in each hour (decision 65). */
const itsMoment = (now: Date) => sql<Date>`
  to_timestamp(floor((extract(epoch from ${new Date(now.getTime() + TICK_MS)}::timestamptz) - ${ITS_SECOND}) / 3600)
               * 3600 + ${ITS_SECOND})`

/**
 * One that Xero refuses is tried about its moment of the hour alone: its sweep never ends, so it is always overdue. At
 * most twice, so that a run of this that comes late misses none.
 */
export const mayBeTried = (now: Date) =>
  sql<boolean>`(o.state <> 'paused' or ${itsMoment(now)} > ${new Date(now.getTime() - TICK_MS)})`

/** Plans the sweeps of the next five minutes, each at its organisation's moment, and what is overdue one by one. */
export const enqueueDueSweeps = async (db: Db, now: Date): Promise<void> => {
  const nowMs = now.getTime()
  // One that was swept later than that was swept before the database's clock was set back.
  const isAhead = sql`o.swept_at > ${new Date(nowMs + TICK_MS)}`
  const { rows } = await sql<{ businessId: string; tenantId: string; moment: Date | null }>`
    select o.business_id as "businessId", o.tenant_id as "tenantId",
           case when o.swept_at > ${new Date(nowMs - HOUR_MS - TICK_MS)} and not ${isAhead} then moment end as moment
    from organisations o
    join xero_authorisations a on a.business_id = o.business_id and a.id = o.authorisation_id
    cross join lateral (select ${itsMoment(now)} as moment) m
    where o.state <> 'disconnected' and a.state = 'connected' and o.live_since is not null
      and ${mayBeTried(now)}
      and (o.swept_at is null or ${isAhead} or o.swept_at < moment - ${TICK_MS} * interval '1 millisecond'
           or (o.swept_at <= ${new Date(nowMs - UNHEALTHY_MS)} and exists (
                 select from decisions d
                 where d.business_id = o.business_id and d.tenant_id = o.tenant_id and d.found_by = 'sweep'
                   and d.reason is distinct from 'paid_before_go_live'
                   and d.decided_at > ${new Date(nowMs - HOUR_MS)})))
    order by o.swept_at nulls first`.execute(db)
  let overdue = 0
  await enqueueMany(
    db,
    'sweep-organisation',
    rows.map(({ businessId, tenantId, moment }) => ({
      payload: { businessId, tenantId },
      key: `sweep:${tenantId}`,
      queue: xeroQueue(tenantId),
      runAt: moment && moment > now ? moment : afterOthers(now, overdue++),
    })),
  )
}

const afterOthers = (now: Date, place: number): Date =>
  place < AT_ONCE ? now : new Date(now.getTime() + (place - AT_ONCE + 1) * APART_MS)
