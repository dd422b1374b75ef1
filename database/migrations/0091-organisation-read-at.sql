-- Upgrade: before, harmless.
-- What an organisation says of itself (name, country, time zone, currency) is read anew a day after this.
alter table organisations add column facts_read_at timestamptz not null default now();
