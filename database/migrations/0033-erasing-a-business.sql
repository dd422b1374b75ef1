-- Upgrade: before, harmless.
-- That a business is to be erased, by whom it was asked for, and what became of it. One at a time is open; it is taken
-- back until its work has begun.
create table erasures (
  business_id   uuid        not null references businesses (id),
  id            uuid        not null default uuidv7(),
  asked_at      timestamptz not null,
  asked_by      text        not null check (asked_by in ('owner', 'operator')),
  erases_at     timestamptz not null,
  -- What was left of its funds is to be refunded, by hand: a card may be gone, and credit was given.
  wants_refund  boolean     not null default false,
  taken_back_at timestamptz,
  began_at      timestamptz,
  erased_at     timestamptz,
  primary key (business_id, id),
  check (began_at is null or taken_back_at is null),
  check (erased_at is null or began_at is not null)
);
create unique index erasures_open on erasures (business_id) where taken_back_at is null and erased_at is null;
create index erasures_due on erasures (erases_at) where taken_back_at is null and erased_at is null;
call wall_off('erasures');
grant select, insert, update on erasures to goodword_tenant, goodword_system;

-- The history of a printed code stays append-only, but forgets whose it was where that business is erased.
drop trigger qr_transfers_append_only on qr_transfers;
create trigger qr_transfers_append_only before delete or truncate on qr_transfers
  for each statement execute function refuse_change();
create trigger qr_transfers_only_forget before update on qr_transfers
  for each row execute function refuse_unless_emptied('place_id', 'place_name', 'business_id', 'user_id');
grant update (place_id, place_name, business_id, user_id) on qr_transfers to goodword_system;
