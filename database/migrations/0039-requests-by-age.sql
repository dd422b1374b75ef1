-- Upgrade: before, harmless, outside a transaction.
-- The job that removes what is old reads a table in the order in which it grew. An index of blocks costs no writer an
-- entry, and does not end updates in place.
create index concurrently review_requests_by_age on review_requests using brin (due_at) with (autosummarize = on);
