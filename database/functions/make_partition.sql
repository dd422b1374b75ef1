-- The third step to a partition (decision 77), or the only one where the default partition is empty: what was proven
-- spares PostgreSQL to read the default partition through while every statement on the table waits.
create or replace function make_partition(whole text, moment timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog set lock_timeout = '200ms'
  set client_min_messages = warning
  as $$
declare
  span record := public.partition_of(whole, moment);
begin
  execute format('create table parts.%I partition of public.%I for values from (%L) to (%L)',
                 span.part, whole, span.begins, span.ends);
  -- To be counted by the role that counts the others; it sees no row of it.
  execute format('grant maintain on parts.%I to goodword_system', span.part);
  execute format('alter table parts.%I drop constraint if exists %I', whole || '_default', span.part);
end $$;

revoke execute on function make_partition from public;
grant execute on function make_partition to goodword_system;
