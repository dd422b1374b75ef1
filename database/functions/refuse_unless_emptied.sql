-- For triggers of append-only tables with columns, the trigger's arguments, that may be emptied and never rewritten. In
-- SQL for the same reason as refuse_change.
create or replace function refuse_unless_emptied() returns trigger
  language plpgsql
  as $$
begin
  if exists (
    select from jsonb_each(to_jsonb(new)) as n
    where n.value is distinct from to_jsonb(old) -> n.key
      and not (n.key = any (tg_argv) and n.value = 'null'::jsonb))
  then
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
