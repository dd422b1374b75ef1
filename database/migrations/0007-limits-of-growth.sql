-- What is pruned must be found by its time, and deleted by the role that does so.
create index link_visits_by_time on link_visits (visited_at);
create index sms_inbound_received on sms_inbound (received_at);
create index review_requests_with_body on review_requests (due_at) where body is not null;
grant delete on link_visits, sms_inbound, card_setups to goodword_system;

-- Words of others are cut where they come in; a longer one is a mistake of ours.
alter table invoices add check (length(number) <= 500), add check (length(contact_name) <= 500);
alter table organisations add check (length(name) <= 500), add check (length(short_code) <= 500);
alter table review_requests
  add check (length(customer_name) <= 500), add check (length(first_name) <= 500),
  add check (length(customer_email) <= 500), add check (length(invoice_number) <= 500),
  add check (length(customer_phone) <= 50), add check (length(body) <= 2000);
