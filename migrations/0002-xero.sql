-- One consent of one person: a token set that may open several organisations.
create table xero_authorisations (
  business_id             uuid        not null references businesses,
  id                      uuid        not null default uuidv7(),
  authentication_event_id uuid,
  state                   text        not null default 'connected' check (state in ('connected', 'needs_reconnect')),
  access_token            bytea       not null,
  refresh_token           bytea       not null,
  -- Xero takes the last refresh token for 30 more minutes, in case the answer that replaced it was lost.
  previous_refresh_token  bytea,
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
