-- Upgrade: after, harmless, outside a transaction.
-- As in 0082, for the primary key.
create unique index concurrently link_visits_by_number on link_visits (business_id, id, visited_at);
