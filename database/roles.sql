-- The two roles that the product acts as. goodword_tenant sees the rows of the one business that app.business_id names.
-- goodword_system sees all rows: for vendors' doors and sweeps, which do not know yet whose row they look for.
-- Roles belong to the whole PostgreSQL server, so this file runs with every migration and adds only what is missing.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['goodword_tenant', 'goodword_system'] loop
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
