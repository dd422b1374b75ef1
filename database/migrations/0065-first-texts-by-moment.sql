-- Upgrade: before, harmless, outside a transaction.
-- A reminder stands below its first text, not in the timeline: the index tells which text is one.
create index concurrently review_requests_by_moment on review_requests (business_id, timeline_at desc, id desc)
  include (search_text, reminder_of) where state not in ('cancelled', 'expired');
