-- Funds are bought with a card, and money that was paid may be taken back.
--   topup  card → available      refund, dispute  available → card      reinstate  card → available
alter table transfers drop constraint transfers_kind_check;
alter table transfers add constraint transfers_kind_check check (kind in
  ('grant', 'reserve', 'capture', 'release', 'topup', 'refund', 'dispute', 'reinstate'));
alter table entries drop constraint entries_account_check;
alter table entries add constraint entries_account_check check (account in
  ('available', 'reserved', 'granted', 'earned', 'card'));

-- As before, and: only what goes back to the card may take the funds below zero, and while they are there nothing else
-- may take from them.
create or replace function apply_entries() returns trigger
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

-- Our own record of what was asked for. What Stripe says is believed only where it agrees with this.
create table checkouts (
  business_id    uuid        not null references businesses,
  id             uuid        not null default uuidv7(),
  user_id        uuid        not null references users,
  amount_cents   integer     not null check (amount_cents > 0),
  currency       text        not null check (currency ~ '^[A-Z]{3}$'),
  state          text        not null default 'open' check (state in
    ('open', 'processing', 'paid', 'failed', 'expired')),
  -- Why money that Stripe speaks of was not credited.
  trouble        text,
  session_id     text        unique,
  payment_intent text        unique,
  receipt_url    text,
  -- The browser that began may come back without its session, once.
  return_hash    bytea       check (octet_length(return_hash) = 32),
  return_until   timestamptz,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  paid_at        timestamptz,
  primary key (business_id, id),
  check ((state = 'paid') = (paid_at is not null))
);
create unique index checkouts_by_id on checkouts (id);
create index checkouts_by_time on checkouts (business_id, created_at desc);
create index checkouts_unsettled on checkouts (created_at) where state in ('open', 'processing');
call wall_off('checkouts');

-- The inbox: what Stripe told us, once each, until it is handled. Only what it is about is kept: it is looked up.
create table stripe_events (
  id          text        primary key,
  type        text        not null,
  object_id   text        not null,
  created_at  timestamptz not null,
  received_at timestamptz not null default now(),
  found_by    text        not null check (found_by in ('webhook', 'reconcile')),
  handled_at  timestamptz,
  outcome     text
);
create index stripe_events_waiting on stripe_events (received_at) where handled_at is null;
create index stripe_events_by_object on stripe_events (object_id);

grant select, insert, update on checkouts to goodword_tenant, goodword_system;
grant select, insert, update on stripe_events to goodword_system;
grant delete on stripe_events to goodword_system;
