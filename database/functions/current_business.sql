-- The business whose rows the transaction may see; null where none was named. In SQL because the policies call it.
create or replace function current_business() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.business_id', true), '')::uuid $$;
