-- Acts of owners that have no row of their own, by the key that their browser gave them.
create table acts (
  business_id uuid not null references businesses,
  key         uuid not null,
  asked       bytea not null check (octet_length(asked) = 32),
  began_at    timestamptz not null,
  answer      jsonb,
  primary key (business_id, key)
);
create index acts_by_time on acts (began_at);
call wall_off('acts');
grant select, insert, update, delete on acts to goodword_tenant;
grant select, update, delete on acts to goodword_system;
