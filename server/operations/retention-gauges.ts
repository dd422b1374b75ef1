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

/** Since the job came to its end, or since there is a business where it never did. */
export const pruneAge: Reading = sql`
  select '' as label,
         coalesce(greatest(0, extract(epoch from now() - coalesce((select finished_at from retention),
                                                                  (select min(created_at) from businesses)))),
                  0)::float8 as value`
