-- Upgrade: before, harmless.
-- New codes that are asked for twice under one key are minted once.
create table qr_mintings (
  key       uuid        primary key,
  asked     bytea       not null check (octet_length(asked) = 32),
  minted_at timestamptz not null
);
grant select, insert on qr_mintings to goodword_system;
