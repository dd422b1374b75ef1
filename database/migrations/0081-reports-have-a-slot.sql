-- Upgrade: after, harmless.
-- What sms_callbacks is partitioned by (decision 77). All rows until then have one value, so that none is written anew.
select stop_vacuum('sms_callbacks');
alter table sms_callbacks add column slot timestamptz not null default 'epoch';
