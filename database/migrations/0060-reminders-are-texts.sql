-- Upgrade: before, harmless.
-- A reminder is a text that names the first one instead of an invoice: docs/decisions/0071. None is written yet, so
-- the version before reads no row without an invoice.
-- squawk-ignore ban-drop-not-null
alter table review_requests alter column invoice_id drop not null;
alter table review_requests
  add column reminder_of uuid,
  add constraint review_requests_of_an_invoice_or_a_text
    check ((reminder_of is null) = (invoice_id is not null)) not valid,
  add constraint review_requests_reminder_of foreign key (business_id, reminder_of)
    references review_requests (business_id, id) not valid;
