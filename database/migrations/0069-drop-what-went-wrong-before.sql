-- Upgrade: after, harmless, outside a transaction.
drop index concurrently review_requests_gone_wrong;
