-- Double entry in integer cents. A transfer is one movement; its entries sum to zero; nothing is ever changed.
--   grant   granted → available      reserve available → reserved
--   capture reserved → earned        release reserved  → available
create table balances (
  business_id     uuid    primary key references businesses,
  available_cents bigint  not null default 0,
  reserved_cents  bigint  not null default 0 check (reserved_cents >= 0),
  -- Only a refund or a dispute may take the funds below zero.
  may_overdraw    boolean not null default false,
  check (available_cents >= 0 or may_overdraw)
);
call wall_off('balances');

create table transfers (
  business_id uuid        not null references businesses,
  id          uuid        not null default uuidv7(),
  kind        text        not null check (kind in ('grant', 'reserve', 'capture', 'release')),
  -- What the movement is for: an attempt, a grant's own id. A movement happens once for each.
  reference   text        not null,
  note        text,
  created_at  timestamptz not null default now(),
  primary key (business_id, id),
  unique (business_id, reference, kind)
);
-- What was reserved is captured or released, never both.
create unique index transfers_settle_once on transfers (business_id, reference) where kind in ('capture', 'release');
create index transfers_by_time on transfers (business_id, created_at desc, id desc);
call wall_off('transfers');

create table entries (
  business_id  uuid   not null,
  transfer_id  uuid   not null,
  account      text   not null check (account in ('available', 'reserved', 'granted', 'earned')),
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (business_id, transfer_id, account),
  foreign key (business_id, transfer_id) references transfers (business_id, id)
);
call wall_off('entries');

-- Entries of a transfer are written in one statement: it must balance, and it moves the running balance.
create function apply_entries() returns trigger
  language plpgsql
  as $$
begin
  if exists (
    select from written group by business_id, transfer_id having sum(amount_cents) <> 0
  ) then
    raise exception 'a transfer does not sum to zero' using errcode = 'check_violation', constraint = 'transfers_balance';
  end if;

  insert into balances (business_id)
  select distinct business_id from written
  where account in ('available', 'reserved') and not exists (
    select from balances where balances.business_id = written.business_id)
  on conflict do nothing;

  -- In one order for all, so that two batches over the same businesses never wait in a circle.
  perform from balances
  where business_id in (select business_id from written)
  order by business_id
  for update;

  update balances
  set available_cents = available_cents + moved.available,
      reserved_cents  = reserved_cents  + moved.reserved
  from (
    select business_id,
           coalesce(sum(amount_cents) filter (where account = 'available'), 0) as available,
           coalesce(sum(amount_cents) filter (where account = 'reserved'), 0)  as reserved
    from written
    group by business_id
  ) moved
  where balances.business_id = moved.business_id;
  return null;
end $$;

create trigger entries_apply after insert on entries
  referencing new table as written
  for each statement execute function apply_entries();

create function refuse_change() returns trigger
  language plpgsql
  as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger transfers_append_only before update or delete or truncate on transfers
  for each statement execute function refuse_change();
create trigger entries_append_only before update or delete or truncate on entries
  for each statement execute function refuse_change();

grant select, insert, update on balances to goodword_tenant, goodword_system;
grant select, insert on transfers, entries to goodword_tenant, goodword_system;
