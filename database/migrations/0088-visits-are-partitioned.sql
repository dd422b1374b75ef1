-- Upgrade: after, breaking.
-- As in 0086. With the reference of the old table go triggers of the texts: they are locked first, as the statement
-- of a visit does, which has both, and wholly, because who reads them now writes them next.
select stop_vacuum('link_visits'), stop_vacuum('review_requests');
lock table review_requests in access exclusive mode;
lock table link_visits in access exclusive mode;
do $$
declare
  following bigint := nextval(pg_get_serial_sequence('link_visits', 'id'));
begin
  alter table link_visits alter column id drop identity;
  alter table link_visits rename to link_visits_default;
  alter table link_visits_default set schema parts;
  create table link_visits (
    like parts.link_visits_default including all excluding indexes,
    primary key (business_id, id, visited_at),
    foreign key (business_id, request_id) references review_requests
  ) partition by range (visited_at);
  execute format('alter table link_visits alter column id add generated always as identity (start with %s)', following);
  create index link_visits_by_time on link_visits (visited_at);
end $$;
call wall_off('link_visits');
grant select, insert, update on link_visits to goodword_tenant, goodword_system;
grant delete, maintain on link_visits to goodword_system;

drop policy own_business on parts.link_visits_default;
drop policy every_business on parts.link_visits_default;
alter table parts.link_visits_default no force row level security, disable row level security;
revoke all on parts.link_visits_default from goodword_tenant, goodword_system;
grant maintain on parts.link_visits_default to goodword_system;
alter table parts.link_visits_default
  drop constraint link_visits_pkey,
  add constraint link_visits_default_pkey primary key using index link_visits_by_number;
alter table link_visits attach partition parts.link_visits_default default;

do $$ begin
  if not exists (select from parts.link_visits_default) then
    perform make_partition('link_visits', now()), make_partition('link_visits', now() + interval '720 hours');
  end if;
end $$;
