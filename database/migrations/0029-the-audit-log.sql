-- Upgrade: before, harmless.
-- Who did what to whom: acts of operators, of owners where they touch what is not theirs alone, and of the system.
-- Only ever written. No customers' names, phones or addresses stand in it, so that it may be kept.
create table audit_log (
  id          uuid        not null default uuidv7() primary key,
  -- Null where an act concerns the whole installation. No reference: a row outlives what it tells of.
  business_id uuid,
  at          timestamptz not null,
  actor_kind  text        not null check (actor_kind in ('owner', 'operator', 'system')),
  -- The address of a person, or the name of what did it by itself.
  actor       text        not null check (length(actor) between 1 and 320),
  act         text        not null check (act ~ '^[a-z][a-z-]{1,60}$'),
  reason      text        check (length(btrim(reason)) between 1 and 500),
  details     jsonb       not null check (length(details::text) <= 4000),
  -- What an operator does, she gives a reason for.
  check (actor_kind <> 'operator' or reason is not null)
);
create index audit_log_of_business on audit_log (business_id, at desc, id desc);
create index audit_log_by_time on audit_log (at desc, id desc);
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
call wall_off('audit_log');
grant select, insert on audit_log to goodword_tenant, goodword_system;
