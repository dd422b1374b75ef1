-- Upgrade: before, harmless, outside a transaction.
create unique index concurrently review_requests_one_reminder
  on review_requests (business_id, reminder_of) where reminder_of is not null;
