-- A business's own senders, the present one and those before it: texts that come back to an earlier one are still for
-- it. Without one it texts by the shared sender.
create table business_senders (
  business_id uuid        not null references businesses,
  -- A number (E.164), or a name.
  sender      text        not null check (sender <> ''),
  assigned_at timestamptz not null default now(),
  released_at timestamptz check (released_at >= assigned_at),
  primary key (business_id, sender, assigned_at)
);
create unique index business_senders_one_each on business_senders (business_id) where released_at is null;
create unique index business_senders_of_one on business_senders (lower(sender)) where released_at is null;
create index business_senders_by_sender on business_senders (sender);
call wall_off('business_senders');
grant select on business_senders to goodword_tenant;
grant select, insert, update on business_senders to goodword_system;

-- The own sender by which a text was handed over; null for the shared one.
alter table send_attempts add column sender text;
alter table test_texts add column sender text;

-- Each way in which a customer opted out has a row, so that what undoes one leaves the others. `sender` is the own
-- sender to which a STOP came, and empty for the shared one and for an opt-out that is no text.
alter table opt_outs
  add column sender text not null default '',
  drop constraint opt_outs_pkey,
  add primary key (business_id, phone_hash, source, sender);

-- An opt-out from every business, by STOP to the shared sender or by a link.
alter table platform_opt_outs
  drop constraint platform_opt_outs_pkey,
  add primary key (phone_hash, source),
  drop constraint platform_opt_outs_source_check,
  add check (source in ('stop', 'gateway', 'link'));
