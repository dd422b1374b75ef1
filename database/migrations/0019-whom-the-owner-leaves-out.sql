-- Rules of the owner by what an invoice says: its amount, its words, and what Xero sorts it or its customer by.
alter table businesses
  -- In the currency of the organisation's own books; null: any amount.
  add column smallest_cents      integer check (smallest_cents > 0),
  add column leaves_out_deposits boolean not null default false,
  add column invoice_words       text[]  not null default '{}';

-- Null where it was connected before this was read: then every amount counts as its own currency.
alter table organisations add column currency text check (length(currency) <= 10);

-- What the rules look at again before a text goes.
alter table invoices
  add column reference      text check (length(reference) <= 500),
  add column contact_groups uuid[],
  add column tracking       uuid[];

create table excluded_labels (
  business_id uuid        not null references businesses,
  tenant_id   uuid        not null,
  kind        text        not null check (kind in ('contact_group', 'tracking_option')),
  label_id    uuid        not null,
  -- As Xero named it when it was chosen.
  name        text        not null check (length(name) <= 500),
  excluded_at timestamptz not null default now(),
  primary key (business_id, tenant_id, kind, label_id)
);
call wall_off('excluded_labels');
grant select, insert, update, delete on excluded_labels to goodword_tenant, goodword_system;
