-- Upgrade: before, harmless.
-- An operator pauses a business: it is switched off until she resumes it, and its owner reads why.
alter table businesses
  add column paused_at timestamptz,
  add column paused_because text;
alter table businesses add constraint businesses_paused_because
  check ((paused_at is null) = (paused_because is null) and length(paused_because) <= 500) not valid;
alter table businesses add constraint businesses_paused_is_off
  check (paused_at is null or not automation_enabled) not valid;

-- An owner lets support look at her screens, for some hours.
create table support_consents (
  business_id  uuid        not null references businesses,
  id           uuid        not null default uuidv7(),
  user_id      uuid        not null references users,
  given_at     timestamptz not null,
  ends_at      timestamptz not null,
  withdrawn_at timestamptz,
  primary key (business_id, id),
  check (ends_at > given_at)
);
call wall_off('support_consents');
grant select, insert, update on support_consents to goodword_tenant;
grant select on support_consents to goodword_system;

-- An operator looks at them: the session reads and changes nothing. It ends with the consent, and with her own session.
create table support_sessions (
  business_id  uuid        not null,
  token_hash   bytea       not null unique check (octet_length(token_hash) = 32),
  consent_id   uuid        not null,
  operator     text        not null,
  operator_session bytea   not null references operator_sessions on delete cascade,
  began_at     timestamptz not null,
  ends_at      timestamptz not null,
  primary key (business_id, token_hash),
  foreign key (business_id, consent_id) references support_consents
);
create index support_sessions_of_operator on support_sessions (operator_session);
call wall_off('support_sessions');
grant select, insert, delete on support_sessions to goodword_system;
