-- What the server knows of time, chance and itself, as the simulation says: these come before PostgreSQL's own, because
-- the database's search path names this schema first.
create schema simulation;
grant usage on schema simulation to public;

create function simulation.said(name text) returns text
  language sql stable
  return nullif(current_setting('simulation.' || name, true), '');

create function simulation.now() returns timestamptz
  language sql stable
  return coalesce(simulation.said('began')::timestamptz, '2026-03-01 21:59:00+00');
create function simulation.transaction_timestamp() returns timestamptz
  language sql stable
  return simulation.now();
create function simulation.statement_timestamp() returns timestamptz
  language sql stable
  return coalesce(simulation.said('now')::timestamptz, '2026-03-01 21:59:00+00');
create function simulation.clock_timestamp() returns timestamptz
  language sql volatile
  return simulation.statement_timestamp();

create sequence simulation.draws;
grant usage on sequence simulation.draws to public;
create function simulation.gen_random_uuid() returns uuid
  language sql volatile
  return overlay(overlay(md5('draw ' || nextval('simulation.draws')) placing '4' from 13) placing '8' from 17)::uuid;

create function simulation.pg_postmaster_start_time() returns timestamptz
  language sql stable
  return coalesce(simulation.said('started')::timestamptz, '1970-01-01 00:00:00+00');
