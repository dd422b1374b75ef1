-- The second step to a partition (decision 77): reads the default partition through and keeps no reader and no writer
-- waiting, nor does its wait for an autovacuum. Fails where it has a row of that span.
create or replace function prove_default(whole text, moment timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '5s'
  as $$
begin
  execute format('alter table parts.%I validate constraint %I',
                 whole || '_default', (public.partition_of(whole, moment)).part);
end $$;

revoke execute on function prove_default from public;
grant execute on function prove_default to goodword_system;
