-- Upgrade: before, harmless.
-- Whether an owner has one reminder sent after a text, when, how and in which words (decision 71). No row: off.
create table reminder_settings (
  business_id uuid        primary key references businesses,
  is_on       boolean     not null default false,
  after_days  smallint    not null check (after_days between 7 and 14),
  channel     text        not null check (channel in ('text', 'email')),
  template    text        not null check (length(template) <= 2000),
  -- What she confirmed of her customers, as country:channel, where their law asks for it.
  attested    text[]      not null default '{}',
  attested_at timestamptz,
  attested_by uuid,
  updated_at  timestamptz not null,
  check ((attested = '{}') = (attested_at is null) and (attested_at is null) = (attested_by is null))
);
call wall_off('reminder_settings');
grant select, insert, update on reminder_settings to goodword_tenant;
grant select, delete on reminder_settings to goodword_system;
