-- An order that is asked for twice under one key is one order, and has one page.
alter table checkouts add idempotency_key uuid, add page_url text;
create unique index checkouts_by_key on checkouts (business_id, idempotency_key);
alter table card_setups add idempotency_key uuid, add page_url text;
create unique index card_setups_by_key on card_setups (business_id, idempotency_key);
