-- Upgrade: after, breaking.
-- As in 0086. A report that is repeated is known by its key, which holds within a slot.
select stop_vacuum('sms_callbacks');
lock table sms_callbacks in access exclusive mode;
do $$
declare
  following bigint := nextval(pg_get_serial_sequence('sms_callbacks', 'id'));
begin
  alter table sms_callbacks alter column id drop identity;
  alter table sms_callbacks rename to sms_callbacks_default;
  alter table sms_callbacks_default set schema parts;
  create table sms_callbacks (
    like parts.sms_callbacks_default including all excluding indexes,
    primary key (id, slot),
    unique (message_sid, status, slot)
  ) partition by range (slot);
  execute format('alter table sms_callbacks alter column id add generated always as identity (start with %s)', following);
  create index sms_callbacks_received on sms_callbacks (received_at);
end $$;
call wall_off('sms_callbacks');
grant select, insert, update, delete, maintain on sms_callbacks to goodword_system;

drop policy own_business on parts.sms_callbacks_default;
drop policy every_business on parts.sms_callbacks_default;
alter table parts.sms_callbacks_default no force row level security, disable row level security;
revoke all on parts.sms_callbacks_default from goodword_system;
grant maintain on parts.sms_callbacks_default to goodword_system;
alter table parts.sms_callbacks_default
  drop constraint sms_callbacks_pkey,
  add constraint sms_callbacks_default_pkey primary key using index sms_callbacks_by_number,
  drop constraint sms_callbacks_message_sid_status_key,
  add constraint sms_callbacks_default_key unique using index sms_callbacks_once_a_slot;
alter table sms_callbacks attach partition parts.sms_callbacks_default default;
alter table sms_callbacks alter column slot set default date_bin('30 days', now(), 'epoch');

do $$ begin
  if not exists (select from parts.sms_callbacks_default) then
    perform make_partition('sms_callbacks', now()), make_partition('sms_callbacks', now() + interval '720 hours');
  end if;
end $$;
