-- Upgrade: after, harmless, outside a transaction.
-- As in 0082, for the primary key. The other key has the time of the event already.
create unique index concurrently xero_events_by_number on xero_events (business_id, id, event_at);
