-- A notification makes its transaction wait its turn among all that notify, for as long as their commits take. The
-- delivery is written and acknowledged without one; whoever wrote it then tells the workers of the organisations named.
drop function receive_xero_events(jsonb);

create function receive_xero_events(incoming jsonb) returns table (known bigint, kept bigint, tenants uuid[])
  language sql
  as $$
  with ours as (
    select organisations.business_id, event.*
    from jsonb_to_recordset(incoming) as event (
      tenant_id uuid, resource_id uuid, category text, event_type text, event_at timestamptz, correlation_id text)
    join organisations on organisations.tenant_id = event.tenant_id and organisations.state <> 'disconnected'
  ), fresh as (
    -- In one order for all callers, so that two deliveries of the same events never wait in a circle.
    insert into xero_events (business_id, tenant_id, resource_id, category, event_type, event_at, correlation_id)
    select distinct on (tenant_id, resource_id, event_at, category, event_type)
           business_id, tenant_id, resource_id, category, event_type, event_at, correlation_id
    from ours
    where category = 'INVOICE' or exists (
      select from decisions d
      where d.tenant_id = ours.tenant_id and d.contact_id = ours.resource_id and d.business_id = ours.business_id)
    order by tenant_id, resource_id, event_at, category, event_type
    on conflict do nothing
    returning tenant_id
  )
  select (select count(*) from ours), count(*), coalesce(array_agg(distinct tenant_id), '{}') from fresh
  $$;
