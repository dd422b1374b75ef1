-- Upgrade: before, harmless, outside a transaction.
create index concurrently review_requests_went_wrong
  on review_requests (business_id, state, timeline_at desc, id desc)
  include (search_text, reminder_of) where state in ('failed', 'cancelled', 'expired');
