-- Names and numbers as a search compares them: small letters, without accents. In SQL because a generated column of
-- review_requests stores it. Stored rows keep what they were given: a change here needs a migration that rewrites them.
create or replace function search_key(words text) returns text
  language sql immutable parallel safe
  as $$
  select regexp_replace(normalize(lower(words collate "pg_c_utf8"), nfd), '[\u0300-\u036f]', '', 'g')
  $$;
