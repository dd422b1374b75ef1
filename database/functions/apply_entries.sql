-- The trigger of `entries`. Entries of a transfer are written in one statement: they must sum to zero, and they move
-- the running balance. In SQL so that no entry is ever written without its balance.
-- Only what goes back to the card may take the funds below zero; while they are there nothing else may take from them.
create or replace function apply_entries() returns trigger
  language plpgsql
  as $$
begin
  if exists (
    select from written group by business_id, transfer_id having sum(amount_cents) <> 0
  ) then
    raise exception 'a transfer does not sum to zero'
      using errcode = 'check_violation', constraint = 'transfers_balance';
  end if;

  insert into balances (business_id)
  select distinct business_id from written
  where account in ('available', 'reserved') and not exists (
    select from balances where balances.business_id = written.business_id)
  on conflict do nothing;

  -- In one order for all, so that two batches over the same businesses cannot deadlock.
  perform from balances
  where business_id in (select business_id from written)
  order by business_id
  for update;

  update balances
  set available_cents = available_cents + moved.available,
      reserved_cents  = reserved_cents  + moved.reserved,
      may_overdraw    = available_cents + moved.available < 0 and (moved.available >= 0 or moved.taken_back)
  from (
    select business_id,
           coalesce(sum(amount_cents) filter (where account = 'available'), 0) as available,
           coalesce(sum(amount_cents) filter (where account = 'reserved'), 0)  as reserved,
           bool_or(account = 'card' and amount_cents > 0)                      as taken_back
    from written
    group by business_id
  ) moved
  where balances.business_id = moved.business_id;
  return null;
end $$;
