-- Puts a job into graphile-worker's queue inside the transaction that decides it. In SQL, with the rights of its owner,
-- because the two roles may not touch the queue itself. `keep_earlier` leaves a waiting job of the same key its time;
-- jobs of one `queue` run one after another.
drop function if exists enqueue_job(text, json, text, timestamptz, boolean);
create or replace function enqueue_job(task text, payload json, key text default null,
                                       run_at timestamptz default null, keep_earlier boolean default false,
                                       queue text default null)
  returns void
  language plpgsql security definer set search_path = pg_catalog
  as $$
begin
  perform graphile_worker.add_job(
    task, payload, queue_name => queue, job_key => key, run_at => run_at, max_attempts => 25,
    job_key_mode => case when keep_earlier then 'preserve_run_at' else 'replace' end
  );
end $$;

revoke execute on function enqueue_job from public;
grant execute on function enqueue_job to goodword_tenant, goodword_system;
