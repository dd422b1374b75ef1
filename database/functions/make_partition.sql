-- The third step to a partition (decision 77), or the only one where the default partition is empty: what was proven
-- spares PostgreSQL to read the default partition through while every statement on the table waits. Without that proof,
-- which another process may have taken back meanwhile, it fails.
create or replace function make_partition(whole text, moment timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '200ms'
  set client_min_messages = warning
  as $$
declare
  span     record := public.partition_of(whole, moment);
  spare    regclass := format('parts.%I', whole || '_default')::regclass;
  is_empty boolean;
begin
  perform public.stop_vacuum(spare);
  if whole = 'link_visits' then
    -- What it refers to: in the order in which the statement of a visit locks both.
    lock table public.review_requests in share row exclusive mode;
  end if;
  execute format('lock table only public.%I, only %s in access exclusive mode', whole, spare);
  if not exists (select from pg_constraint where conrelid = spare and conname = span.part and convalidated) then
    execute format('select not exists (select from only %s)', spare) into is_empty;
    if not is_empty then
      raise exception 'nothing proves that % has no row of %', spare, span.part
        using errcode = 'object_not_in_prerequisite_state';
    end if;
  end if;
  execute format('create table parts.%I partition of public.%I for values from (%L) to (%L)',
                 span.part, whole, span.begins, span.ends);
  -- To be counted by the role that counts the others; it sees no row of it.
  execute format('grant maintain on parts.%I to goodword_system', span.part);
  execute format('alter table %s drop constraint if exists %I', spare, span.part);
end $$;

revoke execute on function make_partition from public;
grant execute on function make_partition to goodword_system;
