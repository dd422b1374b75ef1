-- What an owner filters her activity by is rare: invoices that were not texted, and texts that did not arrive. An index of
-- these alone finds them, or that there are none, without reading the many that went well, and costs those nothing:
-- a text that goes right is never in either.
create index decisions_skipped on decisions (business_id, decided_at desc, invoice_id desc)
  include (tenant_id, reason) where outcome = 'skipped';
create index review_requests_gone_wrong on review_requests (business_id, state)
  where state in ('failed', 'cancelled', 'expired');
