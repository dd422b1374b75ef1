-- The schema, in the order of the product: businesses and their people, Xero, invoices, texts, replies, funds, notices,
-- printed codes, and what the installation keeps for itself.
--
-- A table of a business leads its key with business_id, and `wall_off` puts row-level security around it. A table
-- without a wall belongs to no business; test/cross-tenant.test.ts lists these with their reasons.
-- Money is integer cents. Identifiers are uuidv7, so that rows of one time lie together in an index.

grant usage on schema public to goodword_tenant, goodword_system;

-- Businesses and their people

create table businesses (
  id                 uuid        primary key default uuidv7(),
  name               text        not null check (length(name) between 1 and 200),
  address            text,
  country            text        not null default 'AU' check (country ~ '^[A-Z]{2}$'),
  currency           text        not null check (currency ~ '^[A-Z]{3}$'),
  created_at         timestamptz not null default now(),
  deactivated_at     timestamptz,

  -- The place at Google, and the page for a review: Google's, or one that the owner entered herself.
  place_id           text        check (place_id ~ '^[A-Za-z0-9_-]+$'),
  review_url         text        check (review_url ~ '^https?://'),
  review_url_is_own  boolean     not null default false,
  place_checked_at   timestamptz,
  -- Since when Google does not know the place any more.
  place_missing_at   timestamptz,

  -- What is sent to whom and when.
  template           text        not null check (length(btrim(template)) between 1 and 200),
  automation_enabled boolean     not null default false,
  -- Whether automation is switched on again when a deactivated business comes back.
  automation_returns boolean     not null default false,
  -- Minutes after local midnight; both null means at any hour.
  sending_from       smallint    default 480  check (sending_from  between 0 and 1439),
  sending_until      smallint    default 1200 check (sending_until between 1 and 1440),
  delay_minutes      integer     not null default 0  check (delay_minutes between 0 and 43200),
  -- How long a customer is left alone after a text.
  cooldown_days      integer     not null default 90 check (cooldown_days between 0 and 730),
  -- A customer whose name has one of these is not texted.
  excluded_words     text[]      not null default '{}' check (cardinality(excluded_words) <= 50),

  check ((sending_from is null) = (sending_until is null)),
  check (sending_from is null or sending_from < sending_until)
);
call wall_off('businesses', 'id');
grant select, insert, update on businesses to goodword_tenant, goodword_system;

-- People. Each is known by the issuer that vouches for them and its name for them; an e-mail address may change hands.
create table users (
  id                uuid        primary key default uuidv7(),
  issuer            text        not null,
  subject           text        not null,
  name              text        not null check (length(name) between 1 and 200),
  email             text        not null check (length(email) between 3 and 320),
  business_id       uuid        references businesses,
  onboarded_at      timestamptz,
  deactivated_at    timestamptz,
  created_at        timestamptz not null default now(),
  last_signed_in_at timestamptz not null default now(),
  unique (issuer, subject)
);
create index users_by_business on users (business_id) where business_id is not null;
call wall_off('users');
grant select, insert, update on users to goodword_system;
grant select on users to goodword_tenant;

-- A browser that is signed in. Only the hash of its token is kept. An ended session stays a while, so that a browser
-- that still shows it learns why it ended.
create table sessions (
  token_hash bytea       primary key check (octet_length(token_hash) = 32),
  user_id    uuid        not null references users on delete cascade,
  created_at timestamptz not null,
  seen_at    timestamptz not null,
  -- Moves on with use, never beyond ends_at.
  expires_at timestamptz not null,
  ends_at    timestamptz not null,
  ended_at   timestamptz,
  check (expires_at <= ends_at)
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (ends_at);
grant select, insert, update, delete on sessions to goodword_system;

-- A person on the way to the issuer and back. Only the browser that began may finish.
create table sign_in_states (
  state_hash    bytea       primary key check (octet_length(state_hash) = 32),
  browser_hash  bytea       not null check (octet_length(browser_hash) = 32),
  nonce         text        not null,
  code_verifier text        not null,
  intent        text        not null check (intent in ('sign-in', 'register', 'reactivate')),
  -- The issuer is asked without showing a page.
  is_silent     boolean     not null,
  expires_at    timestamptz not null
);
create index sign_in_states_by_expiry on sign_in_states (expires_at);
grant select, insert, update, delete on sign_in_states to goodword_system;

-- Handed over in an address, so good once, for a minute, and only in the browser that it was made for.
create table one_time_tokens (
  token_hash   bytea       primary key check (octet_length(token_hash) = 32),
  browser_hash bytea       not null check (octet_length(browser_hash) = 32),
  user_id      uuid        not null references users on delete cascade,
  purpose      text        not null check (purpose in ('session', 'reactivate')),
  expires_at   timestamptz not null,
  consumed_at  timestamptz
);
create index one_time_tokens_by_expiry on one_time_tokens (expires_at);
grant select, insert, update, delete on one_time_tokens to goodword_system;

-- Organisations: the books at Xero

-- An owner on the way to Xero and back: the session that began must still be there when she returns.
create table xero_consents (
  business_id  uuid        not null references businesses,
  state_hash   bytea       not null unique check (octet_length(state_hash) = 32),
  browser_hash bytea       not null check (octet_length(browser_hash) = 32),
  session_hash bytea       not null references sessions on delete cascade,
  expires_at   timestamptz not null,
  primary key (business_id, state_hash)
);
create index xero_consents_by_session on xero_consents (session_hash);
create index xero_consents_by_expiry on xero_consents (expires_at);
call wall_off('xero_consents');
grant select, insert, update, delete on xero_consents to goodword_system;

-- One consent of one person: a set of tokens that may open several organisations. The tokens are sealed.
create table xero_authorisations (
  business_id             uuid        not null references businesses,
  id                      uuid        not null default uuidv7(),
  authentication_event_id uuid,
  state                   text        not null default 'connected' check (state in ('connected', 'needs_reconnect')),
  access_token            bytea       not null,
  refresh_token           bytea       not null,
  access_expires_at       timestamptz not null,
  refreshed_at            timestamptz not null default now(),
  created_at              timestamptz not null default now(),
  primary key (business_id, id)
);
call wall_off('xero_authorisations');
grant select, insert, update on xero_authorisations to goodword_tenant, goodword_system;

create table organisations (
  business_id      uuid        not null references businesses,
  -- Xero's own id of the organisation.
  tenant_id        uuid        not null,
  authorisation_id uuid        not null,
  -- Xero's id of the consent to this organisation: what is deleted there to disconnect.
  connection_id    uuid        not null,
  name             text        not null,
  type             text        not null default 'ORGANISATION',
  short_code       text,
  country          text        check (country ~ '^[A-Z]{2}$'),
  time_zone        text        not null default 'UTC',
  is_demo          boolean     not null default false,
  state            text        not null default 'connected' check (state in ('connected', 'paused', 'disconnected')),
  state_reason     text,
  state_changed_at timestamptz not null default now(),
  -- When Xero says that the connection was made.
  created_date_utc timestamptz not null default now(),
  connected_at     timestamptz not null default now(),

  -- Nothing paid before this moment is ever texted. Null until what was already paid is on record.
  live_since       timestamptz,
  -- The newest change that a complete sweep has seen: the next one begins a little before it.
  sweep_cursor     timestamptz,
  swept_at         timestamptz,
  last_event_at    timestamptz,
  last_synced_at   timestamptz,

  -- Xero's limits: calls of the running minute as we take them, and what its last answer said of minute and day.
  minute_started_at timestamptz not null default now(),
  minute_calls      integer    not null default 0,
  -- Where an answer says far fewer than the one before, Xero's minute has begun anew.
  minute_spent      integer    not null default 0,
  day_remaining     integer,
  -- No call at all until then.
  blocked_until     timestamptz,
  -- Small batches wait until then so that they do not use up the minute; a full batch need not.
  paced_until       timestamptz,

  primary key (business_id, tenant_id),
  foreign key (business_id, authorisation_id) references xero_authorisations (business_id, id)
);
-- An organisation belongs to one business at a time.
create unique index organisations_connected on organisations (tenant_id) where state <> 'disconnected';
create index organisations_by_authorisation on organisations (business_id, authorisation_id);
call wall_off('organisations');
grant select, insert, update on organisations to goodword_tenant, goodword_system;

-- The inbox of Xero's webhooks: each event once, until a sync has handled it.
create table xero_events (
  business_id    uuid        not null,
  id             bigint      generated always as identity,
  tenant_id      uuid        not null,
  -- The invoice or contact.
  resource_id    uuid        not null,
  category       text        not null,
  event_type     text        not null,
  event_at       timestamptz not null,
  correlation_id text        not null,
  received_at    timestamptz not null default now(),
  handled_at     timestamptz,
  -- Tries that failed; the next one; put aside when they were too many (decision 34).
  attempts       smallint    not null default 0,
  failed_at      timestamptz,
  error          text,
  retry_at       timestamptz,
  dead_at        timestamptz,
  primary key (business_id, id),
  unique (tenant_id, resource_id, event_at, category, event_type)
);
create index xero_events_waiting on xero_events (business_id, tenant_id, id)
  where handled_at is null and dead_at is null;
create index xero_events_received on xero_events (received_at);
create index xero_events_dead on xero_events (dead_at) where handled_at is null and dead_at is not null;
call wall_off('xero_events');
grant select, insert, update on xero_events to goodword_tenant, goodword_system;
grant delete on xero_events to goodword_system;

-- Invoices

-- As Xero gave them last.
create table invoices (
  business_id     uuid          not null,
  tenant_id       uuid          not null,
  invoice_id      uuid          not null,
  number          text,
  type            text          not null,
  status          text          not null,
  contact_id      uuid,
  contact_name    text,
  currency        text,
  total           numeric(18,4) not null,
  amount_due      numeric(18,4) not null,
  amount_paid     numeric(18,4) not null,
  amount_credited numeric(18,4) not null,
  paid_on         date,
  updated_at      timestamptz   not null,
  first_seen_at   timestamptz   not null default now(),
  found_by        text          not null check (found_by in ('webhook', 'sweep')),
  primary key (business_id, tenant_id, invoice_id),
  foreign key (business_id, tenant_id) references organisations (business_id, tenant_id)
);
call wall_off('invoices');
grant select, insert, update on invoices to goodword_tenant, goodword_system;

-- The outcome of every paid invoice: texted or not, and why.
create table decisions (
  business_id uuid        not null,
  tenant_id   uuid        not null,
  invoice_id  uuid        not null,
  outcome     text        not null check (outcome in ('scheduled', 'skipped')),
  reason      text,
  -- What the reason is explained with, such as until when a customer is left alone.
  detail      jsonb       not null default '{}',
  -- Only where a corrected contact can turn the decision.
  contact_id  uuid,
  found_by    text        not null check (found_by in ('webhook', 'sweep')),
  decided_at  timestamptz not null,
  primary key (business_id, tenant_id, invoice_id),
  foreign key (business_id, tenant_id, invoice_id) references invoices (business_id, tenant_id, invoice_id),
  check ((outcome = 'skipped') = (reason is not null))
);
create index decisions_by_time on decisions (business_id, decided_at desc);
create index decisions_by_contact on decisions (tenant_id, contact_id) where contact_id is not null;
-- Skipped invoices are rare and often filtered for: found here, or known to be none, without reading the many others.
create index decisions_skipped on decisions (business_id, decided_at desc, invoice_id desc)
  include (tenant_id, reason) where outcome = 'skipped';
call wall_off('decisions');
grant select, insert, update on decisions to goodword_tenant, goodword_system;

-- Whom the owner wants never to be texted.
create table excluded_contacts (
  business_id uuid        not null references businesses,
  tenant_id   uuid        not null,
  contact_id  uuid        not null,
  excluded_at timestamptz not null default now(),
  primary key (business_id, tenant_id, contact_id)
);
call wall_off('excluded_contacts');
grant select, insert, delete on excluded_contacts to goodword_tenant, goodword_system;

-- Review requests: the texts

create table review_requests (
  business_id    uuid        not null,
  id             uuid        not null default uuidv7(),
  tenant_id      uuid        not null,
  invoice_id     uuid        not null,
  invoice_number text,
  -- Of the webhook or sweep that it came from: it joins the lines of the log.
  correlation_id text        not null,

  customer_name  text,
  first_name     text,
  customer_phone text,
  customer_email text,
  -- Keyed, so that opt-outs and pauses outlive the erasure of the number itself.
  phone_hash     bytea       not null,
  phone_country  text        not null,

  state          text        not null default 'scheduled' check (state in
    ('scheduled', 'waiting_for_funds', 'sending', 'unknown', 'sent', 'delivered', 'failed', 'cancelled', 'expired')),
  state_reason   text,
  scheduled_at   timestamptz not null,
  due_at         timestamptz not null,
  -- When Xero last said that the invoice is paid.
  checked_at     timestamptz not null,
  -- Since when the funds do not cover it.
  waiting_since  timestamptz,
  attempts       smallint    not null default 0,
  sent_at        timestamptz,
  delivered_at   timestamptz,
  failed_at      timestamptz,
  -- When the gateway was last asked about a sent text that it did not report on, so that all have their turn.
  asked_at       timestamptz,

  -- As composed for the last attempt.
  body           text,
  segments       smallint,
  price_cents    integer,
  -- The gateway's id.
  message_sid    text,

  -- The link in the text, and how often a person opened it.
  link_token     text        not null,
  opened_at      timestamptz,
  open_count     integer     not null default 0,

  -- Where it stands in the timeline and what it is found by: computed when the row is written, so that one index gives
  -- the pages, the days of a month, and a search that never leaves the index (decision 13).
  timeline_at    timestamptz generated always as (coalesce(sent_at, failed_at, due_at)) stored,
  search_text    text        generated always as (search_key(
    left(coalesce(customer_name, ''), 120) || ' ' || left(coalesce(invoice_number, ''), 60) || ' '
      || left(coalesce(customer_phone, ''), 20))) stored,

  primary key (business_id, id),
  foreign key (business_id, tenant_id, invoice_id) references invoices (business_id, tenant_id, invoice_id)
)
-- A visit of the link updates the row long after it has settled. With room left on its page the new version stays there
-- and no index is touched; without, each visit writes to every index of the table.
with (fillfactor = 85);
-- Never twice: one per invoice of an organisation, whichever business holds the organisation.
create unique index review_requests_once on review_requests (tenant_id, invoice_id);
create unique index review_requests_by_link on review_requests (link_token);
create index review_requests_due on review_requests (business_id, due_at, id)
  where state in ('scheduled', 'waiting_for_funds');
create index review_requests_due_anywhere on review_requests (due_at) where state = 'scheduled';
create index review_requests_by_customer on review_requests (business_id, phone_hash, scheduled_at desc);
create index review_requests_by_phone on review_requests (phone_hash, sent_at desc) where sent_at is not null;
create index review_requests_timeline on review_requests (business_id, timeline_at desc, id desc)
  include (search_text) where state not in ('cancelled', 'expired');
create index review_requests_unconfirmed on review_requests (sent_at) where state = 'sent';
-- Rare and often filtered for, as skipped decisions are. A text that goes right is never in it.
create index review_requests_gone_wrong on review_requests (business_id, state)
  where state in ('failed', 'cancelled', 'expired');
call wall_off('review_requests');
grant select, insert, update on review_requests to goodword_tenant, goodword_system;

-- One attempt to hand a request's text to the gateway. Its id is part of the callback's address, and the reference of
-- the reservation that pays for it.
create table send_attempts (
  business_id   uuid        not null,
  id            uuid        not null default uuidv7(),
  request_id    uuid        not null,
  -- 1, 2, 3 … of its request.
  number        smallint    not null,
  state         text        not null default 'sending' check (state in
    ('sending', 'retry', 'unknown', 'accepted', 'rejected', 'absent')),
  phone         text,
  price_cents   integer     not null check (price_cents > 0),
  -- How often the gateway was called, and when it is called again, where it certainly took nothing.
  tries         smallint    not null default 1,
  retry_at      timestamptz,
  -- How often it was looked for at the gateway, where the outcome is not known (decision 6).
  looks         smallint    not null default 0,
  first_look_at timestamptz,
  next_look_at  timestamptz,
  message_sid   text,
  error_code    text,
  claimed_at    timestamptz not null default now(),
  settled_at    timestamptz,
  primary key (business_id, id),
  unique (business_id, request_id, number),
  foreign key (business_id, request_id) references review_requests (business_id, id)
);
create unique index send_attempts_by_id on send_attempts (id);
create index send_attempts_by_sid on send_attempts (message_sid) where message_sid is not null;
create index send_attempts_sending on send_attempts (claimed_at) where state = 'sending';
create index send_attempts_retry on send_attempts (retry_at) where state = 'retry';
create index send_attempts_unknown on send_attempts (next_look_at) where state = 'unknown';
call wall_off('send_attempts');
grant select, insert, update on send_attempts to goodword_tenant, goodword_system;

-- A person's visit of a review link, or a messenger's preview of it.
create table link_visits (
  business_id uuid        not null,
  id          bigint      generated always as identity,
  request_id  uuid        not null,
  kind        text        not null check (kind in ('visit', 'preview')),
  visited_at  timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, request_id) references review_requests (business_id, id)
);
call wall_off('link_visits');
grant select, insert, update on link_visits to goodword_tenant, goodword_system;

-- A text that an owner sent to her own phone, to see it. Paid for like any other, and never a review request. It names
-- a real customer, so its words are not kept, and its phone only until its outcome is known.
create table test_texts (
  business_id   uuid        not null references businesses,
  id            uuid        not null,
  user_id       uuid        not null references users,
  state         text        not null default 'sending' check (state in
    ('sending', 'unknown', 'accepted', 'rejected', 'absent')),
  phone         text,
  segments      smallint    not null,
  price_cents   integer     not null check (price_cents > 0),
  link_token    text        not null unique,
  looks         smallint    not null default 0,
  first_look_at timestamptz,
  message_sid   text,
  error_code    text,
  created_at    timestamptz not null,
  settled_at    timestamptz,
  primary key (business_id, id)
);
call wall_off('test_texts');
grant select, insert, update on test_texts to goodword_tenant, goodword_system;

-- What comes back from the gateway, and who is not texted any more

-- What the gateway reported of texts, each report once.
create table sms_callbacks (
  id          bigint      generated always as identity primary key,
  message_sid text        not null,
  status      text        not null,
  error_code  text,
  attempt_id  uuid,
  business_id uuid,
  received_at timestamptz not null default now(),
  unique (message_sid, status)
);
create index sms_callbacks_received on sms_callbacks (received_at);
call wall_off('sms_callbacks');
grant select, insert, update, delete on sms_callbacks to goodword_system;

-- Texts that people sent to us. The words are not kept, only what they meant.
create table sms_inbound (
  message_sid text        primary key,
  phone_hash  bytea       not null,
  sender      text        not null,
  meaning     text        not null check (meaning in ('stop', 'start', 'other')),
  business_id uuid,
  received_at timestamptz not null default now()
);
call wall_off('sms_inbound');
grant select, insert, update on sms_inbound to goodword_system;

create table opt_outs (
  business_id  uuid        not null references businesses,
  phone_hash   bytea       not null,
  source       text        not null check (source in ('stop', 'link', 'gateway', 'owner')),
  opted_out_at timestamptz not null default now(),
  primary key (business_id, phone_hash)
);
call wall_off('opt_outs');
grant select, insert, delete on opt_outs to goodword_tenant, goodword_system;

-- STOP sent to a sender that businesses share holds for all of them.
create table platform_opt_outs (
  phone_hash   bytea       primary key,
  source       text        not null check (source in ('stop', 'gateway')),
  opted_out_at timestamptz not null default now()
);
grant select, insert, delete on platform_opt_outs to goodword_system;
grant select on platform_opt_outs to goodword_tenant;

-- Funds: a ledger in double entry. A transfer is one movement, its entries sum to zero, nothing is ever changed.
--   grant   granted → available      reserve available → reserved      topup   card → available
--   capture reserved → earned        release reserved → available      refund, dispute available → card
--   reinstate card → available

create table balances (
  business_id     uuid    primary key references businesses,
  available_cents bigint  not null default 0,
  reserved_cents  bigint  not null default 0 check (reserved_cents >= 0),
  -- Only a refund or a dispute may take the funds below zero.
  may_overdraw    boolean not null default false,
  check (available_cents >= 0 or may_overdraw)
);
call wall_off('balances');
grant select, insert, update on balances to goodword_tenant, goodword_system;

create table transfers (
  business_id uuid        not null references businesses,
  id          uuid        not null default uuidv7(),
  kind        text        not null check (kind in
    ('grant', 'reserve', 'capture', 'release', 'topup', 'refund', 'dispute', 'reinstate')),
  -- What the movement is for: an attempt, a payment, a grant's own id. A movement happens once for each.
  reference   text        not null,
  note        text,
  created_at  timestamptz not null default now(),
  primary key (business_id, id),
  unique (business_id, reference, kind)
);
-- What was reserved is captured or released, never both.
create unique index transfers_settle_once on transfers (business_id, reference) where kind in ('capture', 'release');
create index transfers_by_time on transfers (business_id, created_at desc, id desc);
create trigger transfers_append_only before update or delete or truncate on transfers
  for each statement execute function refuse_change();
call wall_off('transfers');

create table entries (
  business_id  uuid   not null,
  transfer_id  uuid   not null,
  account      text   not null check (account in ('available', 'reserved', 'granted', 'earned', 'card')),
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (business_id, transfer_id, account),
  foreign key (business_id, transfer_id) references transfers (business_id, id)
);
create trigger entries_apply after insert on entries
  referencing new table as written
  for each statement execute function apply_entries();
create trigger entries_append_only before update or delete or truncate on entries
  for each statement execute function refuse_change();
call wall_off('entries');
grant select, insert on transfers, entries to goodword_tenant, goodword_system;

-- An order for funds: the record of what was asked for. What Stripe says is believed only where it agrees with this.
create table checkouts (
  business_id    uuid        not null references businesses,
  id             uuid        not null default uuidv7(),
  user_id        uuid        not null references users,
  amount_cents   integer     not null check (amount_cents > 0),
  currency       text        not null check (currency ~ '^[A-Z]{3}$'),
  state          text        not null default 'open' check (state in
    ('open', 'processing', 'paid', 'failed', 'expired')),
  -- Why a payment that Stripe reports was not credited.
  trouble        text,
  -- Stripe's page and its payment.
  session_id     text        unique,
  payment_intent text        unique,
  receipt_url    text,
  -- The browser that began may come back without its session, once.
  return_hash    bytea       check (octet_length(return_hash) = 32),
  return_until   timestamptz,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  paid_at        timestamptz,
  failed_at      timestamptz,

  -- A charge of the saved card, for which no page was shown. The columns below belong to charges alone.
  is_automatic   boolean     not null default false,
  -- The month of the business's own calendar that it counts in.
  month          text        check (month ~ '^\d{4}-\d{2}$'),
  customer_id    text,
  -- The card it was made with: what the bank says of it later does not hold against another card.
  card_id        text,
  card_words     text,
  failure        text        check (failure in ('declined', 'authentication', 'unusable', 'not_made')),
  -- How often it was looked for at Stripe, where the outcome is not known (decision 25).
  looks          smallint    not null default 0,
  first_look_at  timestamptz,
  next_look_at   timestamptz,

  primary key (business_id, id),
  check ((state = 'paid') = (paid_at is not null)),
  check (is_automatic = (month is not null)),
  check (not is_automatic or (customer_id is not null and session_id is null)),
  check (state <> 'paid' or not is_automatic or payment_intent is not null)
);
create unique index checkouts_by_id on checkouts (id);
create index checkouts_by_time on checkouts (business_id, created_at desc);
create index checkouts_unsettled on checkouts (created_at) where state in ('open', 'processing');
-- One charge of a card at a time, also where workers race.
create unique index checkouts_one_charge on checkouts (business_id)
  where is_automatic and state in ('open', 'processing');
create index checkouts_of_month on checkouts (business_id, month) where is_automatic;
create index checkouts_to_look_for on checkouts (next_look_at) where is_automatic and state = 'open';
call wall_off('checkouts');
grant select, insert, update on checkouts to goodword_tenant, goodword_system;

-- Funds that fill up by themselves from a saved card, where the owner asked for it.
create table auto_top_ups (
  business_id     uuid        primary key references businesses,
  -- Who agreed, when, and to which words.
  user_id         uuid        not null references users,
  consented_at    timestamptz not null,
  consent_words   text        not null,
  is_on           boolean     not null,
  -- Below the threshold the amount is charged, and no more than the cap in a month.
  threshold_cents integer     not null check (threshold_cents > 0),
  amount_cents    integer     not null check (amount_cents >= threshold_cents),
  month_cap_cents integer     not null check (month_cap_cents >= amount_cents),
  currency        text        not null check (currency ~ '^[A-Z]{3}$'),
  -- Stripe's ids of the business and of the card that it keeps.
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

-- The inbox of Stripe's webhooks: each event once, until it is handled. Only which object it is about is kept, and
-- Stripe is asked for the object itself (decision 23).
create table stripe_events (
  id          text        primary key,
  type        text        not null,
  object_id   text        not null,
  created_at  timestamptz not null,
  received_at timestamptz not null default now(),
  found_by    text        not null check (found_by in ('webhook', 'reconcile')),
  handled_at  timestamptz,
  -- Tries that failed; the next one; put aside when they were too many (decision 34).
  attempts    smallint    not null default 0,
  failed_at   timestamptz,
  error       text,
  retry_at    timestamptz,
  dead_at     timestamptz,
  outcome     text
);
create index stripe_events_waiting on stripe_events (received_at)
  where handled_at is null and dead_at is null;
create index stripe_events_by_object on stripe_events (object_id);
grant select, insert, update, delete on stripe_events to goodword_system;

-- Notices

-- What an owner was last mailed about, so that each matter is mailed once and no two mails come on one day.
create table owner_notices (
  business_id  uuid        primary key references businesses,
  is_off       boolean     not null default false,
  -- 0 nothing mailed, 1 funds are low, 2 very low, 3 texts have stopped.
  funds_level  smallint    not null default 0 check (funds_level between 0 and 3),
  xero_told    boolean     not null default false,
  last_sent_at timestamptz,
  -- In every mail, to end them without an account.
  off_token    text        not null unique check (length(off_token) >= 22)
);
call wall_off('owner_notices');
grant select, insert, update on owner_notices to goodword_tenant, goodword_system;

-- Printed codes

create table qr_batches (
  name       text        primary key check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  -- Codes that are free then cannot be claimed any more; claimed ones go on.
  expires_at timestamptz,
  minted_at  timestamptz not null default now()
);
grant select, insert, update on qr_batches to goodword_system;

-- A code is held by a person before any business owns it, so the slug printed under it is its key (decision 24).
create table qr_codes (
  slug            text        primary key check (slug ~ '^[2-9bcdfghjkmnpqrstvwxz]{10}$'),
  batch           text        not null references qr_batches,
  minted_at       timestamptz not null default now(),
  -- The business at Google that it leads to: null until it is claimed.
  place_id        text        check (place_id ~ '^[A-Za-z0-9_-]+$'),
  place_name      text,
  place_address   text,
  review_url      text        check (review_url ~ '^https?://'),
  claimed_at      timestamptz,
  -- The browser that claimed it, until an account there owns it.
  claimer_hash    bytea       check (octet_length(claimer_hash) = 32),
  business_id     uuid        references businesses,
  scan_count      bigint      not null default 0,
  last_scanned_at timestamptz,
  check ((place_id is null) = (claimed_at is null)),
  check ((place_id is null) = (review_url is null)),
  check ((place_id is null) = (place_name is null)),
  check (business_id is null or place_id is not null)
)
-- Each scan updates the row: with room on its page no index is touched.
with (fillfactor = 80);
create index qr_codes_by_batch on qr_codes (batch, slug);
create index qr_codes_by_business on qr_codes (business_id, claimed_at desc) where business_id is not null;
create index qr_codes_by_claimer on qr_codes (claimer_hash) where claimer_hash is not null;
call wall_off('qr_codes');
grant select, insert, update on qr_codes to goodword_system;
grant select, update on qr_codes to goodword_tenant;

-- Who had a code when, and where it led.
create table qr_transfers (
  id          bigint      generated always as identity primary key,
  slug        text        not null references qr_codes,
  kind        text        not null check (kind in ('claimed', 'adopted', 'moved', 'released')),
  place_id    text,
  place_name  text,
  business_id uuid,
  user_id     uuid,
  happened_at timestamptz not null
);
create index qr_transfers_by_slug on qr_transfers (slug, id);
create trigger qr_transfers_append_only before update or delete or truncate on qr_transfers
  for each statement execute function refuse_change();
call wall_off('qr_transfers');
grant select, insert on qr_transfers to goodword_tenant, goodword_system;

-- The installation

-- Values of our own that must outlive a change of ENCRYPTION_KEYS, sealed with them: the key of the phone hashes.
create table sealed_secrets (
  name   text  primary key,
  sealed bytea not null
);
grant select, insert, update on sealed_secrets to goodword_system;

-- The processes at work. A worker holds a session advisory lock on its lock_key for as long as it lives, so that the
-- jobs of a killed one are seen at once and given to others. A row with `metrics` is a last reading, for /metrics.
create table processes (
  id       text        primary key,
  kind     text        not null check (kind in ('api', 'worker')),
  -- graphile-worker's name for the worker, under which it locks jobs.
  pool_id  text,
  lock_key integer     generated always as identity unique,
  metrics  jsonb,
  seen_at  timestamptz not null default now()
);
grant select, insert, update, delete on processes to goodword_system;

-- Work that one process at a time does. Whoever does not renew its lease is gone or stopped, and another takes it under
-- a token of its own (decision 34). After a crash of PostgreSQL all are free, and no token matches.
create unlogged table leases (
  name       text        primary key,
  holder     text        not null,
  token      uuid        not null default gen_random_uuid(),
  expires_at timestamptz not null
) with (fillfactor = 50);
grant select, insert, update, delete on leases to goodword_system;

-- Counters of who asks too often. They may be lost in a crash.
create unlogged table rate_limits (
  key    varchar(255) primary key,
  points integer      not null default 0,
  expire bigint
);
create index rate_limits_by_expiry on rate_limits (expire);
grant select, insert, update, delete on rate_limits to goodword_system;

-- The worker runs `analyze` on young tables itself, because PostgreSQL does so only once a minute (decision 26).
grant maintain on organisations, xero_events, invoices, decisions, review_requests, send_attempts, sms_callbacks,
  transfers, entries, balances to goodword_system;
