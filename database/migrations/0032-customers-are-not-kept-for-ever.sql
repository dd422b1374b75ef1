-- What names a customer is removed after some months, or because somebody asked for it: 0 stands for the latter.
-- Screens and exports say which, where there would be a name.
alter table review_requests add column removed_after_months smallint check (removed_after_months >= 0);
alter table invoices add column removed_after_months smallint check (removed_after_months >= 0);

-- The job that removes what is old reads a table in the order in which it grew. An index of blocks costs no writer an
-- entry, and does not end updates in place.
create index review_requests_by_age on review_requests using brin (due_at) with (autosummarize = on);
create index invoices_by_age on invoices using brin (updated_at) with (autosummarize = on);

-- One row: when the job last came to its end, and what it removed then.
create table retention (
  is_only     boolean     not null default true primary key check (is_only),
  finished_at timestamptz not null,
  removed     jsonb       not null
);
grant select, insert, update on retention to goodword_system;
