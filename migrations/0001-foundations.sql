-- The two roles that the product acts as. goodword_tenant sees the rows of one business only, the one named by
-- app.business_id; goodword_system sees all and is for doors and sweeps that do not yet know whose row it is.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['goodword_tenant', 'goodword_system'] loop
    begin
      execute format('create role %I nologin', wanted);
    exception when duplicate_object or unique_violation then null;
    end;
    execute format('grant %I to current_user', wanted);
  end loop;
end $$;

grant usage on schema public to goodword_tenant, goodword_system;

create function current_business() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.business_id', true), '')::uuid $$;

-- Puts the wall around one table: its own business for a tenant, everything for the system.
create procedure wall_off(wanted regclass, key text default 'business_id')
  language plpgsql
  as $$
begin
  execute format('alter table %s enable row level security', wanted);
  execute format('alter table %s force row level security', wanted);
  execute format('create policy own_business on %s to goodword_tenant using (%I = current_business())', wanted, key);
  execute format('create policy every_business on %s to goodword_system using (true)', wanted);
end $$;

-- Jobs are enqueued inside the transaction that decides them, by roles that may not touch the queue itself.
create function enqueue_job(task text, payload json, key text default null, run_at timestamptz default null,
                            keep_earlier boolean default false) returns void
  language plpgsql security definer set search_path = pg_catalog
  as $$
begin
  perform graphile_worker.add_job(
    task, payload, job_key => key, run_at => run_at, max_attempts => 25,
    job_key_mode => case when keep_earlier then 'preserve_run_at' else 'replace' end
  );
end $$;
revoke execute on function enqueue_job from public;
grant execute on function enqueue_job to goodword_tenant, goodword_system;

create table businesses (
  id                 uuid        primary key default uuidv7(),
  name               text        not null check (length(name) between 1 and 200),
  place_id           text        check (place_id ~ '^[A-Za-z0-9_-]+$'),
  review_url         text        check (review_url ~ '^https?://'),
  country            text        not null default 'AU' check (country ~ '^[A-Z]{2}$'),
  currency           text        not null check (currency ~ '^[A-Z]{3}$'),
  template           text        not null check (length(btrim(template)) between 1 and 200),
  automation_enabled boolean     not null default false,
  -- Minutes after local midnight; both null means at any hour.
  sending_from       smallint    default 480  check (sending_from  between 0 and 1439),
  sending_until      smallint    default 1200 check (sending_until between 1 and 1440),
  delay_minutes      integer     not null default 0  check (delay_minutes between 0 and 43200),
  cooldown_days      integer     not null default 90 check (cooldown_days between 0 and 730),
  deactivated_at     timestamptz,
  created_at         timestamptz not null default now(),
  check ((sending_from is null) = (sending_until is null)),
  check (sending_from is null or sending_from < sending_until)
);
call wall_off('businesses', 'id');

-- Values of our own that must outlive a key rotation, sealed with ENCRYPTION_KEYS: the key of the phone hashes.
create table sealed_secrets (
  name   text  primary key,
  sealed bytea not null
);

grant select, insert, update on businesses to goodword_tenant, goodword_system;
grant select, insert, update on sealed_secrets to goodword_system;
