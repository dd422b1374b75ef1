import { sql, type RawBuilder } from 'kysely'
import type { CustomersClock } from './customers-clock-rules.ts'

/** What tells a customer's clock, of a request `r`, its business `b` and organisation `o`; null without a text. */
export const CUSTOMERS_CLOCK: RawBuilder<CustomersClock | null> = sql.raw(`
  case when r.state = 'scheduled' and r.customer_phone is not null and o.time_zone is not null then jsonb_build_object(
    'phone', r.customer_phone, 'country', r.phone_country, 'name', coalesce(nullif(r.first_name, ''), r.customer_name),
    'organisationZone', o.time_zone, 'sendingFrom', b.sending_from, 'sendingUntil', b.sending_until,
    'turnAt', r.turn_at) end`)

/**
 * Whether more texts are due within the hour before a request `r` than its business `b` lets go in one: it then waits
 * for a turn, which it has not been given yet.
 */
export const IS_CROWDED: RawBuilder<boolean> = sql.raw(`
  coalesce(r.state = 'scheduled' and r.state_reason is null and r.turn_at is null and exists (
    select from review_requests w
    where w.business_id = r.business_id and w.state = 'scheduled'
      and w.due_at <= r.due_at and w.due_at > r.due_at - interval '1 hour'
      and b.pace_per_hour is not null
    offset b.pace_per_hour limit 1), false)`)
