-- What the gateway reported of texts: each callback is kept once, and no state goes back. `progress` comes in the order
-- of its attempts and is updated in it, so that two callers cannot deadlock. In SQL because a callback is acknowledged
-- only after all of it is written, in one round trip for many.
create or replace function record_sms_statuses(callbacks jsonb, progress jsonb) returns void
  language plpgsql
  -- A few rows by their keys: young tables, not counted yet, would else be read whole (decision 26).
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  as $$
begin
  insert into sms_callbacks (message_sid, status, error_code, attempt_id)
  select c.message_sid, c.status, c.error_code, c.attempt_id
  from jsonb_to_recordset(callbacks) as c (message_sid text, status text, error_code text, attempt_id uuid)
  order by c.message_sid, c.status
  on conflict (message_sid, status) do nothing;

  -- A text that was looked for and not found is reported after all: it must not be sent again. Its money went back to
  -- the business and stays there.
  update review_requests r
  set state = 'sent', state_reason = null, waiting_since = null, failed_at = null, message_sid = p.message_sid,
      sent_at = coalesce(r.sent_at, now())
  from jsonb_to_recordset(progress) as p (attempt_id uuid, message_sid text, state text)
  join send_attempts a on a.id = p.attempt_id and a.state = 'absent'
  where p.state <> 'failed' and r.business_id = a.business_id and r.id = a.request_id
    and (r.state in ('scheduled', 'waiting_for_funds')
         or (r.state = 'failed' and r.state_reason = 'never_accepted'));

  -- Delivered and failed are ends: what has ended stays as it ended first.
  update review_requests r
  set state        = p.state,
      state_reason = p.error_code,
      delivered_at = case when p.state = 'delivered' then now() end,
      failed_at    = case when p.state = 'failed' then now() end
  from jsonb_to_recordset(progress) as p (attempt_id uuid, message_sid text, state text, error_code text)
  join send_attempts a on a.id = p.attempt_id
  where p.state <> 'sent' and r.business_id = a.business_id and r.id = a.request_id and r.state = 'sent'
    and r.message_sid = p.message_sid;
end $$;
