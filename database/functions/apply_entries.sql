-- The trigger of `entries`. Entries of a transfer are written in one statement: they must sum to zero, and they move
-- the running balance. In SQL so that no entry is ever written without its balance.
-- Only what goes back to the card may take the funds below zero; while they are there nothing else may take from them.
create or replace function apply_entries() returns trigger
  language plpgsql
  as $$
declare
  moved record;
begin
  -- In one order for all, so that two batches over the same businesses cannot deadlock. What reads the rows written is
  -- planned anew each time: one statement does.
  for moved in
    select business_id,
           bool_or(rest <> 0)                   as is_off,
           coalesce(sum(available), 0)::bigint  as available,
           coalesce(sum(reserved), 0)::bigint   as reserved,
           bool_or(has_funds)                   as has_funds,
           bool_or(taken_back)                  as taken_back
    from (
      select business_id,
             sum(amount_cents)                                         as rest,
             sum(amount_cents) filter (where account = 'available')    as available,
             sum(amount_cents) filter (where account = 'reserved')     as reserved,
             bool_or(account in ('available', 'reserved'))             as has_funds,
             bool_or(account = 'card' and amount_cents > 0)            as taken_back
      from written
      group by business_id, transfer_id
    ) transfer
    group by business_id
    order by business_id
  loop
    if moved.is_off then
      raise exception 'a transfer does not sum to zero'
        using errcode = 'check_violation', constraint = 'transfers_balance';
    end if;
    loop
      update balances
      set available_cents = available_cents + moved.available,
          reserved_cents  = reserved_cents  + moved.reserved,
          may_overdraw    = available_cents + moved.available < 0 and (moved.available >= 0 or moved.taken_back)
      where business_id = moved.business_id;
      exit when found or not moved.has_funds;
      insert into balances (business_id) values (moved.business_id) on conflict do nothing;
    end loop;
  end loop;
  return null;
end $$;
