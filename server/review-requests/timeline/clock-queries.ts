import { sql, type RawBuilder } from 'kysely'
import type { CustomersClock } from './words/customers-clock-rules.ts'

/** What tells a customer's clock, of a request `r`, its business `b` and organisation `o`; null without a text. */
export const CUSTOMERS_CLOCK: RawBuilder<CustomersClock | null> = sql.raw(`
  case when r.state = 'scheduled' and r.customer_phone is not null and o.time_zone is not null then jsonb_build_object(
    'phone', r.customer_phone, 'country', r.phone_country, 'name', coalesce(nullif(r.first_name, ''), r.customer_name),
    'organisationZone', o.time_zone, 'sendingFrom', b.sending_from, 'sendingUntil', b.sending_until,
    'turnAt', r.turn_at) end`)
