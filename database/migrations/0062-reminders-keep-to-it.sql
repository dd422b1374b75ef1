-- Upgrade: after, harmless.
-- In a file of its own, because it reads every text; writes go on meanwhile.
alter table review_requests
  validate constraint review_requests_of_an_invoice_or_a_text,
  validate constraint review_requests_reminder_of;
