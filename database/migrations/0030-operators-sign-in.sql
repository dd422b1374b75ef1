-- Upgrade: before, harmless.
-- Operators sign in at an issuer of their own. Their trips to it are kept beside those of owners; a trip ends only
-- where it was begun for.
alter table sign_in_states drop constraint sign_in_states_intent_check;
alter table sign_in_states add constraint sign_in_states_intent_check
  check (intent in ('sign-in', 'register', 'reactivate', 'operator')) not valid;

-- Sessions of operators, apart from those of owners: neither opens what the other does.
create table operator_sessions (
  token_hash  bytea       not null primary key check (octet_length(token_hash) = 32),
  -- A verified address, or the issuer's own name of the person where the address is not verified.
  name        text        not null check (length(name) between 1 and 320),
  -- 'email', or 'group:' and its name: looked at again with each request, since settings may have changed.
  admitted_by text        not null,
  created_at  timestamptz not null,
  seen_at     timestamptz not null,
  expires_at  timestamptz not null,
  ends_at     timestamptz not null,
  check (expires_at <= ends_at)
);
create index operator_sessions_by_end on operator_sessions (expires_at);
grant select, insert, update, delete on operator_sessions to goodword_system;
