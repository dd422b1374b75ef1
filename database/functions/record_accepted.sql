-- The gateway has taken these texts: their attempts are settled, their requests are sent, their reservations earned.
-- Returns the attempts that this call settled; one that was settled before is left as it is. In SQL because state and
-- money must move together, for many texts in one round trip.
create or replace function record_accepted(accepted jsonb)
  returns table (attempt_id uuid, request_id uuid, scheduled_at timestamptz)
  language sql
  -- A few rows by their keys: young tables, not counted yet, would else be read whole, and each call would be planned
  -- anew while they grow (decision 26).
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
  as $$
  with news as (
    select distinct on (attempt_id) *
    from jsonb_to_recordset(accepted) as n (attempt_id uuid, message_sid text)
  ), open as (
    -- In one order for all callers, so that an answer and a callback for the same texts cannot deadlock.
    select a.business_id, a.id, news.message_sid
    from send_attempts a join news on news.attempt_id = a.id
    where a.state in ('sending', 'retry', 'unknown')
    order by a.id
    for update of a
  ), settled as (
    update send_attempts a
    set state = 'accepted', message_sid = open.message_sid, settled_at = now(), next_look_at = null, retry_at = null
    from open
    where a.business_id = open.business_id and a.id = open.id
    returning a.business_id, a.id, a.request_id, a.price_cents, a.message_sid
  ), moved as (
    update review_requests r
    -- Where it is failed already, that was another text of it, of an attempt that was given up and reported late.
    set state        = case when r.state in ('sending', 'unknown', 'failed') then 'sent' else r.state end,
        state_reason = case when r.state = 'failed' then null else r.state_reason end,
        failed_at    = case when r.state = 'failed' then null else r.failed_at end,
        message_sid  = settled.message_sid,
        sent_at      = coalesce(r.sent_at, now())
    from settled
    where r.business_id = settled.business_id and r.id = settled.request_id
    returning r.id, r.scheduled_at
  ), earned as materialized (
    -- Its id is made here, and not joined back: that would compare each of them with each.
    select business_id, uuidv7() as transfer_id, id, price_cents from settled
  ), booked as (
    insert into transfers (business_id, id, kind, reference)
    select business_id, transfer_id, 'capture', id from earned
  ), written as (
    insert into entries (business_id, transfer_id, account, amount_cents)
    select earned.business_id, earned.transfer_id, side.account, side.sign * earned.price_cents
    from earned
    cross join (values ('reserved', -1), ('earned', 1)) as side (account, sign)
  )
  select settled.id, settled.request_id, moved.scheduled_at
  from settled join moved on moved.id = settled.request_id
  $$;
