-- One consent of one person: a token set that may open several organisations.
create table xero_authorisations (
  business_id             uuid        not null references businesses,
  id                      uuid        not null default uuidv7(),
  authentication_event_id uuid,
  state                   text        not null default 'connected' check (state in ('connected', 'needs_reconnect')),
  access_token            bytea       not null,
  refresh_token           bytea       not null,
  access_expires_at       timestamptz not null,
  refreshed_at            timestamptz not null default now(),
  created_at              timestamptz not null default now(),
  primary key (business_id, id)
);
call wall_off('xero_authorisations');

create table organisations (
  business_id      uuid        not null references businesses,
  tenant_id        uuid        not null,
  authorisation_id uuid        not null,
  connection_id    uuid        not null,
  name             text        not null,
  type             text        not null default 'ORGANISATION',
  short_code       text,
  country          text        check (country ~ '^[A-Z]{2}$'),
  time_zone        text        not null default 'UTC',
  is_demo          boolean     not null default false,
  state            text        not null default 'connected' check (state in ('connected', 'paused', 'disconnected')),
  state_reason     text,
  state_changed_at timestamptz not null default now(),
  -- Nothing paid before this moment is ever texted. Null until what was already paid is on record.
  live_since       timestamptz,
  sweep_cursor     timestamptz,
  swept_at         timestamptz,
  last_event_at    timestamptz,
  last_synced_at   timestamptz,
  created_date_utc timestamptz not null default now(),
  connected_at     timestamptz not null default now(),
  -- Xero's limits as we spend them and as its answers report them.
  minute_started_at timestamptz not null default now(),
  minute_calls      integer    not null default 0,
  day_remaining     integer,
  blocked_until     timestamptz,
  primary key (business_id, tenant_id),
  foreign key (business_id, authorisation_id) references xero_authorisations (business_id, id)
);
-- An organisation belongs to one business at a time.
create unique index organisations_connected on organisations (tenant_id) where state <> 'disconnected';
create index organisations_by_authorisation on organisations (business_id, authorisation_id);
call wall_off('organisations');

-- The inbox: what Xero told us, once each, until a sync has handled it.
create table xero_events (
  business_id    uuid        not null,
  id             bigint      generated always as identity,
  tenant_id      uuid        not null,
  resource_id    uuid        not null,
  category       text        not null,
  event_type     text        not null,
  event_at       timestamptz not null,
  correlation_id text        not null,
  received_at    timestamptz not null default now(),
  handled_at     timestamptz,
  primary key (business_id, id),
  unique (tenant_id, resource_id, event_at, category, event_type)
);
create index xero_events_waiting on xero_events (business_id, tenant_id, id) where handled_at is null;
create index xero_events_received on xero_events (received_at);
call wall_off('xero_events');

create table invoices (
  business_id     uuid          not null,
  tenant_id       uuid          not null,
  invoice_id      uuid          not null,
  number          text,
  type            text          not null,
  status          text          not null,
  contact_id      uuid,
  contact_name    text,
  currency        text,
  total           numeric(18,4) not null,
  amount_due      numeric(18,4) not null,
  amount_paid     numeric(18,4) not null,
  amount_credited numeric(18,4) not null,
  paid_on         date,
  updated_at      timestamptz   not null,
  first_seen_at   timestamptz   not null default now(),
  found_by        text          not null check (found_by in ('webhook', 'sweep')),
  primary key (business_id, tenant_id, invoice_id),
  foreign key (business_id, tenant_id) references organisations (business_id, tenant_id)
);
call wall_off('invoices');

grant select, insert, update on xero_authorisations, organisations, xero_events, invoices to goodword_tenant, goodword_system;
grant delete on xero_events to goodword_system;

-- The whole of a batch of webhooks in one statement: what is new is kept, and a worker is told of each organisation
-- that has news. Organisations nobody has connected are counted and dropped.
create function receive_xero_events(incoming jsonb) returns table (known bigint, kept bigint)
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
    order by tenant_id, resource_id, event_at, category, event_type
    on conflict do nothing
    returning tenant_id
  ), woken as (
    select count(pg_notify('goodword_wake', 'sync:' || tenant_id)) as organisations
    from (select distinct tenant_id from fresh) newly
  )
  select (select count(*) from ours), (select count(*) from fresh) from woken
  $$;

-- Xero allows 60 calls a minute for each organisation, in fixed windows. We start a window with its first call. Full
-- batches may use it up; the rest is paced: a burst, then spread, so that a busy organisation never runs dry.
create function take_xero_calls(tenant uuid, wanted integer, needed integer, paced boolean, at timestamptz)
  returns table (granted integer, again_at timestamptz)
  language plpgsql
  as $$
declare
  most  constant integer := 56;
  burst constant integer := 20;
  o     organisations;
  spent double precision;
  open_now integer;
begin
  select * into o from organisations where tenant_id = tenant and state <> 'disconnected' for update;
  if not found then return; end if;
  if o.blocked_until > at then
    return query select 0, o.blocked_until;
    return;
  end if;
  if at >= o.minute_started_at + interval '60 seconds' or at < o.minute_started_at then
    o.minute_started_at := at;
    o.minute_calls := 0;
  end if;
  spent    := extract(epoch from at - o.minute_started_at) / 60;
  open_now := case when paced then burst + floor((most - burst) * spent)::integer else most end;
  granted  := least(wanted, open_now - o.minute_calls);
  if granted < needed then
    granted  := 0;
    again_at := o.minute_started_at + interval '60 seconds' * case
      when paced then least((o.minute_calls + needed - burst)::double precision / (most - burst), 1) else 1 end;
    update organisations set blocked_until = again_at where tenant_id = tenant and state <> 'disconnected';
  else
    update organisations
    set minute_started_at = o.minute_started_at, minute_calls = o.minute_calls + granted, blocked_until = null
    where tenant_id = tenant and state <> 'disconnected';
  end if;
  return next;
end $$;
