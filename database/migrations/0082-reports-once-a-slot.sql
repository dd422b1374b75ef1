-- Upgrade: after, harmless, outside a transaction.
-- A key of a partitioned table has the column that it is partitioned by in it (decision 77).
create unique index concurrently sms_callbacks_once_a_slot on sms_callbacks (message_sid, status, slot);
