-- What is done for every text touches a few rows by their keys. Of tables that are young PostgreSQL knows nothing yet,
-- and for a few rows it would read them whole: six milliseconds instead of half a one, and more with each text. A plan
-- is kept for the life of a connection, so that it would stay wrong long after the tables were counted.
alter function receive_xero_events(jsonb) set enable_seqscan = off;
alter function receive_xero_events(jsonb) set enable_hashjoin = off;
alter function receive_xero_events(jsonb) set enable_mergejoin = off;
alter function record_accepted(jsonb) set enable_seqscan = off;
alter function record_accepted(jsonb) set enable_hashjoin = off;
alter function record_accepted(jsonb) set enable_mergejoin = off;

-- What the gateway told us about texts: the callbacks are kept once each, and no state goes back. `progress` comes in
-- the order of its attempts, and is gone through in it, so that two callers never wait in a circle.
create function record_sms_statuses(callbacks jsonb, progress jsonb) returns void
  language plpgsql
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

  -- Of a text that was looked for in vain the gateway speaks after all: it must not be sent again. Its money went back
  -- to the business and stays there.
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

-- That each attempt's id is there once is known without counting.
drop index send_attempts_by_id;
create unique index send_attempts_by_id on send_attempts (id);

-- The worker counts young tables itself: what it has to know of them early.
grant maintain on organisations, xero_events, invoices, decisions, review_requests, send_attempts, sms_callbacks,
  transfers, entries, balances to goodword_system;
