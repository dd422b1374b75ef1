import { sql, type RawBuilder } from 'kysely'
import { DAY_MS } from '../platform/dates.ts'

type Reading = RawBuilder<{ label: string; value: number }>

/** A text or a payment that is not settled is waited for; it is by then. */
export const ERASURE_LATE_MS = 2 * DAY_MS

/** Businesses that should be erased by now. */
export const lateErasures: Reading = sql`
  select '' as label, count(*) as value from erasures
   where erases_at < now() - make_interval(secs => ${ERASURE_LATE_MS / 1000})
     and taken_back_at is null and erased_at is null`

/** Null where there is none. Those of a demo are older than their database, which has removed nothing before it was. */
export const HAS_BUSINESSES_SINCE = sql`(
  select case when count(*) > 0 then greatest(min(created_at), (select min(applied_at) from schema_migrations)) end
  from businesses)`

/** Since the job came to its end, or since there is a business where it never did. */
export const pruneAge: Reading = sql`
  select '' as label,
         coalesce(greatest(0, extract(epoch from now() - coalesce((select finished_at from retention),
                                                                  ${HAS_BUSINESSES_SINCE}))),
                  0)::float8 as value`
