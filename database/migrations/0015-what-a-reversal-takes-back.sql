-- The payment whose money moved: its receipt says what was refunded of it. A text's movements have none.
alter table transfers add checkout_id uuid;
create index transfers_of_checkout on transfers (business_id, checkout_id) where checkout_id is not null;
