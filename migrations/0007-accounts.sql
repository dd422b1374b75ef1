-- People, each known by the issuer that vouches for them and its name for them; an e-mail address may change hands.
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

-- A browser that is signed in. Only the hash of its token is here. An ended session is kept a while, so that a browser
-- that still shows it can be told why it ended.
create table sessions (
  token_hash bytea       primary key check (octet_length(token_hash) = 32),
  user_id    uuid        not null references users on delete cascade,
  created_at timestamptz not null,
  seen_at    timestamptz not null,
  -- Slides with use, never beyond ends_at.
  expires_at timestamptz not null,
  ends_at    timestamptz not null,
  ended_at   timestamptz,
  check (expires_at <= ends_at)
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (ends_at);

-- A person on the way to the issuer and back. Only the browser that began may finish.
create table sign_in_states (
  state_hash    bytea       primary key check (octet_length(state_hash) = 32),
  browser_hash  bytea       not null check (octet_length(browser_hash) = 32),
  nonce         text        not null,
  code_verifier text        not null,
  intent        text        not null check (intent in ('sign-in', 'register', 'reactivate')),
  is_silent     boolean     not null,
  expires_at    timestamptz not null
);
create index sign_in_states_by_expiry on sign_in_states (expires_at);

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

-- An owner on the way to Xero and back: the session that began it must still be there when it returns.
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

-- Counters of who asks too often. They may be lost in a crash.
create unlogged table rate_limits (
  key    varchar(255) primary key,
  points integer      not null default 0,
  expire bigint
);
create index rate_limits_by_expiry on rate_limits (expire);

alter table businesses
  add column address            text,
  add column review_url_is_own  boolean     not null default false,
  add column place_checked_at   timestamptz,
  -- Since when Google does not know the place any more.
  add column place_missing_at   timestamptz,
  -- Whether texts go on by themselves when a deactivated business comes back.
  add column automation_returns boolean     not null default false;

grant select, insert, update on users, sessions to goodword_system;
grant select, insert, update, delete on sign_in_states, one_time_tokens, xero_consents, rate_limits to goodword_system;
grant delete on sessions to goodword_system;
grant select on users to goodword_tenant;
