-- Ends an autovacuum of a table, and keeps it away until the transaction ends. PostgreSQL ends one only for whoever has
-- waited for a second: too long for a lock that others queue behind. Behind this one no read and no write does.
create or replace function stop_vacuum(name regclass) returns void
  language plpgsql set search_path = pg_catalog, pg_temp set lock_timeout = '5s'
  as $$
begin
  execute format('lock table only %s in share update exclusive mode', name);
end $$;

revoke execute on function stop_vacuum from public;
