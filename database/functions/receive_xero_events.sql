-- Writes a batch of Xero's webhooks into the inbox: each event of a connected organisation once, and those of a contact
-- only where a skipped invoice waits for it. Returns how many were of connected organisations, how many new, and whose.
-- In SQL to acknowledge after one round trip. The caller notifies afterwards: those who notify wait for each other.
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
    select organisations.business_id, event.*
    from jsonb_to_recordset(incoming) as event (
      tenant_id uuid, resource_id uuid, category text, event_type text, event_at timestamptz, correlation_id text)
    join organisations on organisations.tenant_id = event.tenant_id and organisations.state <> 'disconnected'
  ), fresh as (
    -- In one order for all callers, so that two deliveries of the same events cannot deadlock.
    insert into xero_events (business_id, tenant_id, resource_id, category, event_type, event_at, correlation_id)
    select distinct on (tenant_id, resource_id, event_at, category, event_type)
           business_id, tenant_id, resource_id, category, event_type, event_at, correlation_id
    from ours
    where (category = 'INVOICE' or exists (
        select from decisions d
        where d.tenant_id = ours.tenant_id and d.contact_id = ours.resource_id and d.business_id = ours.business_id))
      -- A conflict with an event that a worker is just handling would wait for the worker's transaction.
      and not exists (
        select from xero_events e
        where e.tenant_id = ours.tenant_id and e.resource_id = ours.resource_id and e.event_at = ours.event_at
          and e.category = ours.category and e.event_type = ours.event_type)
    order by tenant_id, resource_id, event_at, category, event_type
    on conflict do nothing
    returning tenant_id
  )
  select (select count(*) from ours), count(*), coalesce(array_agg(distinct tenant_id), '{}') from fresh
  $$;
