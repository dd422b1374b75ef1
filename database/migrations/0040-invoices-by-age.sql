-- Upgrade: before, harmless, outside a transaction.
-- As the index of requests by their age.
create index concurrently invoices_by_age on invoices using brin (updated_at) with (autosummarize = on);
