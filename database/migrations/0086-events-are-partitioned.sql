-- Upgrade: after, breaking.
-- The table becomes the default partition of a new one with its name (decision 77): nothing is read or copied, because
-- its keys and indexes are those of the new one. The version before reads places of rows that are no longer unique.
create schema if not exists parts;
grant usage on schema parts to goodword_system;

select stop_vacuum('xero_events');
lock table xero_events in access exclusive mode;
do $$
declare
  following bigint := nextval(pg_get_serial_sequence('xero_events', 'id'));
begin
  alter table xero_events alter column id drop identity;
  alter table xero_events rename to xero_events_default;
  alter table xero_events_default set schema parts;
  create table xero_events (
    like parts.xero_events_default including all excluding indexes,
    primary key (business_id, id, event_at),
    unique (tenant_id, resource_id, event_at, category, event_type)
  ) partition by range (event_at);
  execute format('alter table xero_events alter column id add generated always as identity (start with %s)', following);
  create index xero_events_waiting on xero_events (business_id, tenant_id, id)
    where handled_at is null and dead_at is null;
  create index xero_events_received on xero_events (received_at);
  create index xero_events_dead on xero_events (dead_at) where handled_at is null and dead_at is not null;
end $$;
call wall_off('xero_events');
grant select, insert, update on xero_events to goodword_tenant, goodword_system;
grant delete, maintain on xero_events to goodword_system;

-- Without any rights of its own it is reached through the new one alone, whose wall holds for all of its partitions.
drop policy own_business on parts.xero_events_default;
drop policy every_business on parts.xero_events_default;
alter table parts.xero_events_default no force row level security, disable row level security;
revoke all on parts.xero_events_default from goodword_tenant, goodword_system;
grant maintain on parts.xero_events_default to goodword_system;
alter table parts.xero_events_default
  drop constraint xero_events_pkey,
  add constraint xero_events_default_pkey primary key using index xero_events_by_number;
alter table xero_events attach partition parts.xero_events_default default;

-- An empty table has partitions at once, any other from the first hour on.
do $$ begin
  if not exists (select from parts.xero_events_default) then
    perform make_partition('xero_events', now()), make_partition('xero_events', now() + interval '240 hours');
  end if;
end $$;
