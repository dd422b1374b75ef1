-- Puts a job into graphile-worker's queue inside the transaction that decides it. In SQL, with the rights of its owner,
-- because the two roles may not touch the queue itself. With `keep_earlier` a waiting job of the same key comes at
-- whichever moment is earlier, its own or this one; jobs of one `queue` run one after another.
drop function if exists enqueue_job(text, json, text, timestamptz, boolean);
create or replace function enqueue_job(task text, payload json, key text default null,
                                       run_at timestamptz default null, keep_earlier boolean default false,
                                       queue text default null)
  returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
  as $$
declare
  planned timestamptz;
begin
  if keep_earlier then
    select j.run_at into planned from graphile_worker._private_jobs j
    where j.key = enqueue_job.key and j.locked_at is null;
  end if;
  perform graphile_worker.add_job(
    task, payload, queue_name => queue, job_key => key, run_at => least(planned, coalesce(run_at, now())),
    max_attempts => 25, job_key_mode => 'replace'
  );
end $$;

revoke execute on function enqueue_job from public;
grant execute on function enqueue_job to goodword_tenant, goodword_system;
