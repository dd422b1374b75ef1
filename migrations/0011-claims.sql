-- Printed review codes. A code is in somebody's hands before anybody owns it, so the slug under it is its key.
create table qr_batches (
  name       text        primary key check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  -- Codes that nobody has claimed by then cannot be claimed any more; claimed ones go on.
  expires_at timestamptz,
  minted_at  timestamptz not null default now()
);

create table qr_codes (
  slug            text        primary key check (slug ~ '^[2-9bcdfghjkmnpqrstvwxz]{10}$'),
  batch           text        not null references qr_batches,
  minted_at       timestamptz not null default now(),
  -- The business at Google that it leads to: null until it is claimed.
  place_id        text        check (place_id ~ '^[A-Za-z0-9_-]+$'),
  place_name      text,
  place_address   text,
  review_url      text        check (review_url ~ '^https?://'),
  claimed_at      timestamptz,
  -- The browser that claimed it, until an account there owns it.
  claimer_hash    bytea       check (octet_length(claimer_hash) = 32),
  business_id     uuid        references businesses,
  scan_count      bigint      not null default 0,
  last_scanned_at timestamptz,
  check ((place_id is null) = (claimed_at is null)),
  check ((place_id is null) = (review_url is null)),
  check ((place_id is null) = (place_name is null)),
  check (business_id is null or place_id is not null)
) with (fillfactor = 80);
create index qr_codes_by_batch on qr_codes (batch, slug);
create index qr_codes_by_business on qr_codes (business_id, claimed_at desc) where business_id is not null;
create index qr_codes_by_claimer on qr_codes (claimer_hash) where claimer_hash is not null;
call wall_off('qr_codes');

-- Who had a code when, and where it led.
create table qr_transfers (
  id          bigint      generated always as identity primary key,
  slug        text        not null references qr_codes,
  kind        text        not null check (kind in ('claimed', 'adopted', 'moved', 'released')),
  place_id    text,
  place_name  text,
  business_id uuid,
  user_id     uuid,
  happened_at timestamptz not null
);
create index qr_transfers_by_slug on qr_transfers (slug, id);
call wall_off('qr_transfers');
create trigger qr_transfers_append_only before update or delete or truncate on qr_transfers
  for each statement execute function refuse_change();

grant select, insert, update on qr_batches, qr_codes to goodword_system;
grant select, insert on qr_transfers to goodword_system;
grant select, update on qr_codes to goodword_tenant;
grant select, insert on qr_transfers to goodword_tenant;
