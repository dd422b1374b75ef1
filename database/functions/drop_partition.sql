-- Drops the partition of a moment, whose span has ended, with all that was received before `since`. Events that came
-- later, or wait and came after `waiting_since`, go to the default partition; where they are many, nothing is dropped.
-- Returns how many went there, null where it was not dropped. With its owner's rights, and short waits (decision 77).
create or replace function drop_partition(whole text, moment timestamptz, since timestamptz, waiting_since timestamptz)
  returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '200ms'
  -- What is kept is found by indexes while every statement on the table waits.
  set enable_seqscan = off
  as $$
declare
  most    constant integer := 5000;
  span    record := public.partition_of(whole, moment);
  is_kept text := case whole
    when 'xero_events' then format('received_at >= %L or handled_at is null and dead_at is null and received_at >= %L',
                                   since, waiting_since)
    when 'sms_callbacks' then format('received_at >= %L', since)
    else 'false' end;
  kept    integer;
begin
  if span.ends > least(since, now() - interval '1 day') then
    return null;
  end if;
  perform public.stop_vacuum(format('parts.%I', name)::regclass) from unnest(array[span.part, whole || '_default']) name;
  execute format('lock table only public.%I in access exclusive mode', whole);
  execute format('select count(*) from (select from parts.%I where %s limit %s) kept', span.part, is_kept, most + 1)
    into kept;
  if kept > most then
    return null;
  elsif kept > 0 then
    execute format('alter table public.%I detach partition parts.%I', whole, span.part);
    execute format('insert into parts.%I overriding system value select * from parts.%I where %s',
                   whole || '_default', span.part, is_kept);
  end if;
  execute format('drop table parts.%I', span.part);
  return kept;
end $$;

revoke execute on function drop_partition from public;
grant execute on function drop_partition to goodword_system;
