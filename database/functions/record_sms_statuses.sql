-- What the gateway reported of texts: each callback is kept once, and no state goes back. `progress` comes in the order
-- of its attempts and is updated in it, so that two callers cannot deadlock. In SQL because a callback is acknowledged
-- only after all of it is written, in one round trip for many.
create or replace function record_sms_statuses(callbacks jsonb, progress jsonb) returns void
  language plpgsql
  -- A few rows by their keys: young tables, not counted yet, would else be read whole, and each call would be planned
  -- anew while they grow (decision 26).
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
  as $$
declare
  late uuid[];
begin
  insert into sms_callbacks (message_sid, status, error_code, attempt_id, outcome)
  select c.message_sid, c.status, c.error_code, c.attempt_id, c.outcome
  from jsonb_to_recordset(callbacks) as c (message_sid text, status text, error_code text, attempt_id uuid, outcome text)
  order by c.message_sid, c.status
  -- Once in its slot, which is a month; a repeat in the next one is a row more, and changes nothing.
  on conflict do nothing;

  -- An attempt that looks did not find, or that the operator failed, is reported after all: nothing more is sent for
  -- its request. Its price was released and stays with the business.
  select array_agg(a.id) into late
  from jsonb_to_recordset(progress) as p (attempt_id uuid)
  join send_attempts a on a.id = p.attempt_id and a.state = 'absent';
  if late is not null then
    -- Attempts before their requests, as whoever settles attempts locks them.
    perform from send_attempts l
    join send_attempts a on a.business_id = l.business_id and a.request_id = l.request_id
    where l.id = any(late) order by a.id for update of a;

    update send_attempts a set message_sid = p.message_sid
    from jsonb_to_recordset(progress) as p (attempt_id uuid, message_sid text)
    where a.id = p.attempt_id and a.state = 'absent' and a.message_sid is null
      and not exists (select from send_attempts o where o.message_sid = p.message_sid);

    -- One that failed with another text is sent by this one, unless this one is known to have failed.
    update review_requests r
    set state = 'sent', state_reason = null, waiting_since = null, failed_at = null, message_sid = p.message_sid,
        sent_at = coalesce(r.sent_at, now())
    from jsonb_to_recordset(progress) as p (attempt_id uuid, message_sid text)
    join send_attempts a on a.id = p.attempt_id and a.state = 'absent'
    where r.business_id = a.business_id and r.id = a.request_id
      and (r.state in ('scheduled', 'waiting_for_funds', 'held', 'sending', 'unknown', 'cancelled', 'expired')
           or (r.state = 'failed' and (r.state_reason = 'never_accepted' or not exists (
                 select from sms_callbacks c where c.message_sid = p.message_sid and c.outcome = 'failed'))));

    -- One that had given way to another text of its customer was skipped for it. Without constants and with its text
    -- first: else the planner may begin with all that are sent, or skipped.
    with gone as materialized (
      select r.business_id, r.tenant_id, r.invoice_id
      from send_attempts l
      join review_requests r on r.business_id = l.business_id and r.id = l.request_id
      where l.id = any(late) and r.state = (select 'sent')
    )
    update decisions d set outcome = 'scheduled', reason = null, detail = '{}'
    from gone
    where d.business_id = gone.business_id and d.tenant_id = gone.tenant_id and d.invoice_id = gone.invoice_id
      and d.outcome = (select 'skipped') and d.reason = 'cooldown';

    -- A later attempt that waits for the operator is looked for once more: there is nothing to decide any more.
    update send_attempts a set next_look_at = now()
    from send_attempts l
    where l.id = any(late) and a.business_id = l.business_id and a.request_id = l.request_id
      and a.state = 'unknown' and a.next_look_at is null;
  end if;

  -- Of two texts of one request that are reported to have failed at once, the second waits for the first, and sees it.
  if exists (
    select from jsonb_to_recordset(progress) as p (attempt_id uuid, state text)
    join send_attempts a on a.id = p.attempt_id and a.number > 1
    where p.state = 'failed'
  ) or late is not null then
    perform from jsonb_to_recordset(progress) as p (attempt_id uuid)
    join send_attempts a on a.id = p.attempt_id
    join review_requests r on r.business_id = a.business_id and r.id = a.request_id
    order by a.id for update of r;
  end if;

  -- Delivered and failed are ends: what has ended stays as it ended first. Where several attempts of a request turned
  -- out to be texts, one that arrived is enough, and it has failed only if none of them may still arrive.
  update review_requests r
  set state        = p.state,
      state_reason = p.error_code,
      delivered_at = case when p.state = 'delivered' then now() end,
      failed_at    = case when p.state = 'failed' then now() end
  from jsonb_to_recordset(progress) as p (attempt_id uuid, message_sid text, state text, error_code text)
  join send_attempts a on a.id = p.attempt_id
  -- Not a constant for the planner, or it may begin with all texts that are sent, by their index.
  where p.state <> 'sent' and r.business_id = a.business_id and r.id = a.request_id and r.state = (select 'sent')
    -- A look for a later attempt may have found the text of an earlier one.
    and p.message_sid in (a.message_sid, r.message_sid)
    and (p.state = 'delivered' or not exists (
      select from send_attempts o
      where o.business_id = a.business_id and o.request_id = a.request_id and o.message_sid <> p.message_sid
        and not exists (select from sms_callbacks c where c.message_sid = o.message_sid and c.outcome = 'failed')));
end $$;
