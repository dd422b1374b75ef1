-- Upgrade: before, harmless.
-- When Stripe's events were last compared with the ledger to the end: after an outage they are read from then.
create table payment_polls (
  is_only   boolean     not null default true primary key check (is_only),
  polled_at timestamptz not null
);
grant select, insert, update on payment_polls to goodword_system;
