-- Who is at work: each worker holds a session advisory lock on its lock_key for as long as it lives, so that the
-- jobs of a killed one are seen at once and given to others. `metrics` is its last reading, for /metrics.
create table processes (
  id       text        primary key,
  kind     text        not null check (kind in ('api', 'worker')),
  pool_id  text,
  lock_key integer     generated always as identity unique,
  metrics  jsonb,
  seen_at  timestamptz not null default now()
);
grant select, insert, update, delete on processes to goodword_system;
