-- Takes back the first step to a partition (decision 77), where the others could not follow.
create or replace function open_default(whole text, moment timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '200ms'
  set client_min_messages = warning
  as $$
declare
  span record := public.partition_of(whole, moment);
begin
  perform public.stop_vacuum(format('parts.%I', whole || '_default')::regclass);
  execute format('alter table parts.%I drop constraint if exists %I',
                 whole || '_default', span.part);
end $$;

revoke execute on function open_default from public;
grant execute on function open_default to goodword_system;
