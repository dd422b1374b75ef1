-- Upgrade: before, harmless.
-- What names a customer is removed after some months, or because somebody asked for it: 0 stands for the latter.
-- Screens and exports say which, where there would be a name.
alter table review_requests add column removed_after_months smallint check (removed_after_months >= 0);
alter table invoices add column removed_after_months smallint check (removed_after_months >= 0);

-- One row: when the job last came to its end, and what it removed then.
create table retention (
  is_only     boolean     not null default true primary key check (is_only),
  finished_at timestamptz not null,
  removed     jsonb       not null
);
grant select, insert, update on retention to goodword_system;
