-- The first of three steps to a partition (decision 77): from now on the default partition takes no row of its span, so
-- that the second can prove, while others read and write, that it has none. Returns false for a span that begins within
-- a day. With its owner's rights, because the login that runs the processes owns no table.
create or replace function close_default(whole text, moment timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '200ms'
  as $$
declare
  span record := public.partition_of(whole, moment);
begin
  if span.begins < now() + interval '1 day' then
    return false;
  end if;
  perform public.stop_vacuum(format('parts.%I', whole || '_default')::regclass);
  execute format('alter table parts.%I add constraint %I check (%I < %L or %3$I >= %5$L) not valid',
                 whole || '_default', span.part, span.key, span.begins, span.ends);
  return true;
end $$;

revoke execute on function close_default from public;
grant execute on function close_default to goodword_system;
