-- Puts row-level security around one table: its own business for a tenant, all rows for the system. `key` is the column
-- that names the business. In SQL so that migrations write one line a table and no table has a policy of its own kind.
create or replace procedure wall_off(wanted regclass, key text default 'business_id')
  language plpgsql
  as $$
begin
  execute format('alter table %s enable row level security', wanted);
  execute format('alter table %s force row level security', wanted);
  execute format('create policy own_business on %s to goodword_tenant using (%I = current_business())', wanted, key);
  execute format('create policy every_business on %s to goodword_system using (true)', wanted);
end $$;
