-- The roles that the product acts as. goodword_tenant sees the rows of the one business that app.business_id names.
-- goodword_system sees all rows: for vendors' doors and sweeps, which do not know yet whose row they look for.

-- goodword_jobs uses the job queue, and nothing else: a login that does not own the schema has its rights.
-- Roles belong to the whole PostgreSQL server, so this file runs with every migration and adds only what is missing.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['goodword_tenant', 'goodword_system', 'goodword_jobs'] loop
    begin
      if to_regrole(wanted) is null then
        execute format('create role %I nologin', wanted);
      end if;
    -- Another database of the same server was migrated at the same moment.
    exception when duplicate_object or unique_violation then null;
    end;
    if not exists (
      select from pg_auth_members
      where roleid = to_regrole(wanted) and member = current_user::regrole and set_option
    ) then
      execute format('grant %I to current_user', wanted);
    end if;
  end loop;
end $$;

-- The queue's tables have row-level security without a policy, which shuts out everyone but their owner.
do $$
declare
  walled regclass;
begin
  grant usage on schema graphile_worker to goodword_jobs;
  grant select, insert, update, delete on all tables in schema graphile_worker to goodword_jobs;
  grant usage on all sequences in schema graphile_worker to goodword_jobs;
  grant execute on all functions in schema graphile_worker to goodword_jobs;
  for walled in
    select c.oid from pg_class c
    where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
      and not exists (select from pg_policy where polrelid = c.oid and polname = 'goodword_jobs')
  loop
    execute format('create policy goodword_jobs on %s to goodword_jobs using (true)', walled);
  end loop;
end $$;
