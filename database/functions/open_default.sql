-- Takes back the first step to a partition (decision 77), where the others could not follow.
create or replace function open_default(whole text, moment timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog set lock_timeout = '200ms'
  set client_min_messages = warning
  as $$
begin
  execute format('alter table parts.%I drop constraint if exists %I',
                 whole || '_default', (public.partition_of(whole, moment)).part);
end $$;

revoke execute on function open_default from public;
grant execute on function open_default to goodword_system;
