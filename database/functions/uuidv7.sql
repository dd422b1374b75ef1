-- What PostgreSQL 18 has of its own, for 17: milliseconds, their fraction, and chance. Where 18 has it, 18's is used,
-- because pg_catalog is searched first.
create or replace function public.uuidv7() returns uuid
  language sql volatile parallel safe
  as $$
  select encode(
    substring(int8send(micros / 1000) from 3)
      || substring(int4send(x'7000'::integer + (micros % 1000 * 4096 / 1000)::integer) from 3)
      || substring(uuid_send(gen_random_uuid()) from 9),
    'hex')::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) moment
  $$;
