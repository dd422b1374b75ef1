-- Funds that fill up by themselves from a saved card, where the owner asked for it. A charge of the card is a checkout that
-- nobody stood at: one record, one way into the ledger.
create table auto_top_ups (
  business_id     uuid        primary key references businesses,
  -- Who agreed, when, and to which words.
  user_id         uuid        not null references users,
  consented_at    timestamptz not null,
  consent_words   text        not null,
  is_on           boolean     not null,
  threshold_cents integer     not null check (threshold_cents > 0),
  amount_cents    integer     not null check (amount_cents >= threshold_cents),
  month_cap_cents integer     not null check (month_cap_cents >= amount_cents),
  currency        text        not null check (currency ~ '^[A-Z]{3}$'),
  -- Whom Stripe knows this business as, and the card it keeps for us.
  customer_id     text        unique,
  card_id         text        unique,
  card_brand      text,
  card_last4      text        check (card_last4 ~ '^\d{4}$'),
  card_ends       text        check (card_ends ~ '^\d\d/\d\d$'),
  -- Why nothing is charged until the owner has looked, and when she was mailed about it.
  paused_reason   text        check (paused_reason in ('declined', 'authentication', 'unusable', 'taken_back')),
  paused_at       timestamptz,
  told_at         timestamptz,
  check ((paused_reason is null) = (paused_at is null)),
  check (card_id is null or (customer_id is not null and card_last4 is not null))
);
create index auto_top_ups_ready on auto_top_ups (business_id)
  where is_on and paused_reason is null and card_id is not null;
call wall_off('auto_top_ups');
grant select, insert, update on auto_top_ups to goodword_tenant, goodword_system;

-- Each visit to the page on which a card is left with Stripe.
create table card_setups (
  business_id uuid        not null references businesses,
  id          uuid        not null default uuidv7(),
  session_id  text        unique,
  state       text        not null default 'open' check (state in ('open', 'saved', 'expired', 'refused')),
  created_at  timestamptz not null,
  primary key (business_id, id)
);
call wall_off('card_setups');
grant select, insert, update on card_setups to goodword_tenant, goodword_system;

alter table checkouts
  add column is_automatic  boolean  not null default false,
  -- The month of the business's own calendar that it counts in.
  add column month         text     check (month ~ '^\d{4}-\d{2}$'),
  add column customer_id   text,
  add column card_words    text,
  add column failure       text     check (failure in ('declined', 'authentication', 'unusable', 'not_made')),
  -- How often it was looked for at Stripe, where we do not know what became of it.
  add column looks         smallint not null default 0,
  add column first_look_at timestamptz,
  add column next_look_at  timestamptz,
  add column failed_at     timestamptz,
  add check (is_automatic = (month is not null)),
  add check (not is_automatic or (customer_id is not null and session_id is null)),
  add check (state <> 'paid' or not is_automatic or payment_intent is not null);
-- Whatever races: one charge of a card at a time.
create unique index checkouts_one_charge on checkouts (business_id) where is_automatic and state in ('open', 'processing');
create index checkouts_of_month on checkouts (business_id, month) where is_automatic;
create index checkouts_to_look_for on checkouts (next_look_at) where is_automatic and state = 'open';
