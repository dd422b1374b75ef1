-- The numbers to which test texts go: each was confirmed by a code that came by text. Only their keyed hashes are kept.
create table test_numbers (
  business_id  uuid        not null references businesses,
  phone_hash   bytea       not null,
  user_id      uuid        not null references users,
  confirmed_at timestamptz not null,
  primary key (business_id, phone_hash)
);
call wall_off('test_numbers');
grant select, insert, update, delete on test_numbers to goodword_tenant, goodword_system;

-- The texts with these codes. They cost the owner nothing, so there is no price, and nothing of them in the ledger.
-- Their sids say which texts at the gateway are theirs; while one has none, its number says which may be.
create table test_codes (
  business_id uuid        not null references businesses,
  id          uuid        not null,
  user_id     uuid        not null references users,
  request_key uuid        not null,
  phone       text,
  phone_hash  bytea       not null,
  code_hash   bytea       not null,
  tries       smallint    not null default 0 check (tries >= 0),
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  -- Null while the gateway has not answered. Neither a sid nor an error: its answer was lost.
  answered_at timestamptz,
  message_sid text,
  error_code  text,
  primary key (business_id, id),
  unique (business_id, request_key)
);
create index test_codes_by_time on test_codes (created_at);
create index test_codes_by_sid on test_codes (message_sid) where message_sid is not null;
call wall_off('test_codes');
grant select, insert, update, delete on test_codes to goodword_tenant, goodword_system;
