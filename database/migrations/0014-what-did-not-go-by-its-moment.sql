-- The timeline lists texts that were cancelled or expired too. What a text on its good way writes stays the same.
drop index review_requests_gone_wrong;
create index review_requests_gone_wrong on review_requests (business_id, state, timeline_at desc, id desc)
  include (search_text) where state in ('failed', 'cancelled', 'expired');
