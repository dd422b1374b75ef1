-- Upgrade: after, harmless, outside a transaction.
-- As in 0082, for the primary key.
create unique index concurrently sms_callbacks_by_number on sms_callbacks (id, slot);
