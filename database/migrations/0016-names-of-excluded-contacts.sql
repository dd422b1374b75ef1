-- Customers can be left out before any invoice of theirs was read: then their name is known from Xero alone.
alter table excluded_contacts add column name text check (length(name) <= 500);
grant update on excluded_contacts to goodword_tenant, goodword_system;
