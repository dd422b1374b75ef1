-- Who is at work: each worker holds a session advisory lock on its lock_key for as long as it lives, so that the
-- jobs of a killed one are seen at once and given to others. `metrics` is its last reading, for /metrics.
create table processes (
  id       text        primary key,
  kind     text        not null check (kind in ('api', 'worker')),
  pool_id  text,
  lock_key integer     generated always as identity unique,
  metrics  jsonb,
  seen_at  timestamptz not null default now()
);
grant select, insert, update, delete on processes to goodword_system;

-- Jobs are enqueued inside the transaction that decides them, by roles that may not touch the queue itself.
create function enqueue_job(task text, payload json, key text default null, run_at timestamptz default null,
                            keep_earlier boolean default false) returns void
  language plpgsql security definer set search_path = pg_catalog
  as $$
begin
  perform graphile_worker.add_job(
    task, payload, job_key => key, run_at => run_at, max_attempts => 25,
    job_key_mode => case when keep_earlier then 'preserve_run_at' else 'replace' end
  );
end $$;
revoke execute on function enqueue_job from public;
grant execute on function enqueue_job to goodword_tenant, goodword_system;
