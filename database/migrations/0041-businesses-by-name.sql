-- Upgrade: before, harmless, outside a transaction.
-- The operator's console lists businesses by name, a page at a time.
create index concurrently businesses_by_name on businesses (lower(name), id);
