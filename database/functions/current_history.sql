-- Which history of the database this is: the cluster, its timeline, and since when its postmaster runs. Of the primary
-- only. In SQL because `raise_fence` and a migration ask for it as well.
-- pg_control_checkpoint() knows a new timeline only after the next checkpoint; the name of the current file at once.
create or replace function current_history()
  returns table (system_id bigint, timeline text, started_at timestamptz)
  language sql stable
  as $$
  select (pg_control_system()).system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8), pg_postmaster_start_time()
  $$;
