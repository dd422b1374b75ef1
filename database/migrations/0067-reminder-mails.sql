-- Upgrade: before, harmless.
-- A reminder that goes by e-mail (decision 71): one at most for a first text, whose id is its own.
create table reminder_mails (
  business_id    uuid        not null,
  request_id     uuid        not null,
  state          text        not null
                             check (state in ('planned', 'sending', 'sent', 'failed', 'unknown', 'cancelled', 'expired')),
  -- Why it ended, or why it waits.
  state_reason   text        check (length(state_reason) <= 100),
  state_at       timestamptz not null,
  -- As Xero had it when this was planned; null once the customer is removed.
  customer_email text        check (length(customer_email) <= 500),
  -- Keyed: a bounce and an opt-out outlive the address.
  address_hash   bytea       not null check (octet_length(address_hash) = 32),
  planned_at     timestamptz not null,
  due_at         timestamptz not null,
  primary key (business_id, request_id),
  foreign key (business_id, request_id) references review_requests (business_id, id)
);
create index reminder_mails_due on reminder_mails (due_at) where state = 'planned';
create index reminder_mails_sending on reminder_mails (state_at) where state = 'sending';
create index reminder_mails_bounced on reminder_mails (business_id, address_hash) where state = 'failed';
call wall_off('reminder_mails');
grant select, insert, update on reminder_mails to goodword_tenant;
grant select, update on reminder_mails to goodword_system;

-- Who left by the link in a mail. Another e-mail of this business never goes to this address.
create table email_opt_outs (
  business_id  uuid        not null references businesses,
  address_hash bytea       not null check (octet_length(address_hash) = 32),
  opted_out_at timestamptz not null default now(),
  primary key (business_id, address_hash)
);
call wall_off('email_opt_outs');
grant select, insert on email_opt_outs to goodword_tenant;
grant select, insert on email_opt_outs to goodword_system;
