-- A test text is asked for under a key, so that a second click gets the answer to the first. What was asked is kept as
-- a keyed hash: the same key for another number or message is refused.
alter table test_texts
  add column request_key uuid  not null default gen_random_uuid(),
  add column asked_hash  bytea not null default '';
alter table test_texts
  alter column request_key drop default,
  alter column asked_hash drop default,
  add unique (business_id, request_key);
create index test_texts_by_time on test_texts (business_id, created_at);
