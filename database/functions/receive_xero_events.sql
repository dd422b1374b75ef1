-- Writes a batch of Xero's webhooks into the inbox, each event once; of a contact only where a text may hang on it, of
-- payments one row for ten seconds (decision 49). Returns how many were of ours, how many new, and whose sync to wake.
-- In SQL to acknowledge after one round trip. The caller notifies: those who notify wait for each other.
create or replace function receive_xero_events(incoming jsonb)
  returns table (known bigint, kept bigint, tenants uuid[])
  language sql
  -- A few rows by their keys: young tables, not counted yet, would else be read whole, and each call would be planned
  -- anew while they grow (decision 26).
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
  as $$
  with ours as (
    select organisations.business_id, tenant_id, resource_id, category, event_type, correlation_id,
           -- Payments are looked for once their ten seconds are over: a look within them counts for none of them.
           case category when 'PAYMENT' then date_bin('10 seconds', now(), 'epoch') + interval '10 seconds'
                         else event_at end as event_at,
           case category when 'PAYMENT' then greatest(
             date_bin('10 seconds', now(), 'epoch') + interval '10 seconds',
             case when swept_at is not null then least(swept_at, now()) + interval '2 minutes' end) end as retry_at
    from jsonb_to_recordset(incoming) as event (
      tenant_id uuid, resource_id uuid, category text, event_type text, event_at timestamptz, correlation_id text)
    join organisations using (tenant_id)
    where organisations.state <> 'disconnected'
  ), fresh as (
    -- In one order for all callers, so that two deliveries of the same events cannot deadlock.
    insert into xero_events (business_id, tenant_id, resource_id, category, event_type, event_at, correlation_id, retry_at)
    select distinct on (tenant_id, resource_id, event_at, category, event_type)
           business_id, tenant_id, resource_id, category, event_type, event_at, correlation_id, retry_at
    from ours
    -- In the order of what they cost. With an offset each is asked of one business: else the failed texts of all
    -- businesses are read once a call. Whether one waits for this contact the sync asks: invoices have no such index.
    -- An invoice that a sync or a sweep is just deciding may be skipped for what its contact was before this event.
    where (category in ('INVOICE', 'PAYMENT')
      or exists (
        select from review_requests r
        where r.business_id = ours.business_id and r.state in ('scheduled', 'waiting_for_funds') offset 0)
      or exists (select from review_requests r where r.business_id = ours.business_id and r.state = 'held' offset 0)
      or exists (
        select from decisions d
        where d.tenant_id = ours.tenant_id and d.contact_id = ours.resource_id and d.business_id = ours.business_id
        offset 0)
      or exists (
        select from xero_events w
        where w.business_id = ours.business_id and w.tenant_id = ours.tenant_id and w.category = 'INVOICE'
          and w.handled_at is null and w.dead_at is null offset 0)
      or exists (
        select from leases l where l.name = 'sweep:' || ours.tenant_id and l.expires_at > clock_timestamp() offset 0)
      or exists (
        select from review_requests r
        join invoices i on i.business_id = r.business_id and i.tenant_id = r.tenant_id and i.invoice_id = r.invoice_id
        where r.business_id = ours.business_id and r.state = 'failed' and r.timeline_at > now() - interval '20 days'
          and r.tenant_id = ours.tenant_id and i.contact_id = ours.resource_id offset 0)
      or exists (
        select from send_attempts a where a.business_id = ours.business_id and a.state = 'retry' offset 0))
      -- A conflict with an event that a worker is just handling would wait for the worker's transaction.
      and not exists (
        select from xero_events e
        where e.tenant_id = ours.tenant_id and e.resource_id = ours.resource_id and e.event_at = ours.event_at
          and e.category = ours.category and e.event_type = ours.event_type)
    order by tenant_id, resource_id, event_at, category, event_type
    on conflict do nothing
    returning tenant_id, category
  )
  select (select count(*) from ours), count(*),
         coalesce(array_agg(distinct tenant_id) filter (where category <> 'PAYMENT'), '{}')
  from fresh
  $$;
