-- For triggers of append-only tables. In SQL so that no code and no operator changes what was recorded.
create or replace function refuse_change() returns trigger
  language plpgsql
  as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
