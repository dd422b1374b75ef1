import { sql } from 'kysely'

/** From and where: events `e` that nothing keeps a worker from. */
export const EVENTS_TO_ANSWER = sql`
  xero_events e
  join organisations o on o.business_id = e.business_id and o.tenant_id = e.tenant_id
  join xero_authorisations a on a.business_id = o.business_id and a.id = o.authorisation_id
  where e.handled_at is null and e.dead_at is null and e.failed_at is null
    and o.state = 'connected' and a.state = 'connected' and o.live_since is not null
    and (o.blocked_until is null or o.blocked_until < now())`

/**
 * Since when an event `e` waits for a worker alone: news of a contact is put off, ten seconds each time, while its
 * organisation is swept, and is stuck only where no worker does so any more.
 */
export const WAITS_SINCE = sql`
  case when e.category = 'CONTACT' then greatest(e.received_at, e.retry_at) else e.received_at end`

/** From and where: texts `r` that wait for their time alone, and for neither funds nor Xero. */
export const TEXTS_TO_SEND = sql`
  review_requests r
  where r.state = 'scheduled' and r.waiting_since is null
    and not exists (select from review_requests w
                    where w.business_id = r.business_id and w.state = 'waiting_for_funds')`

/**
 * Since when an attempt `a` that the gateway postponed is tried: its claim wrote the time into its text, and
 * `claimed_at` is renewed with each try.
 */
export const FIRST_TRY_OF_A = sql`(
  select r.due_at from review_requests r where r.business_id = a.business_id and r.id = a.request_id)`
