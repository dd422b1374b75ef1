-- What the gateway told us about texts, once each.
create table sms_callbacks (
  id          bigint      generated always as identity primary key,
  message_sid text        not null,
  status      text        not null,
  error_code  text,
  attempt_id  uuid,
  business_id uuid,
  received_at timestamptz not null default now(),
  unique (message_sid, status)
);
create index sms_callbacks_received on sms_callbacks (received_at);
call wall_off('sms_callbacks');

-- Texts that people sent us. The words are not kept, only what they meant.
create table sms_inbound (
  message_sid text        primary key,
  phone_hash  bytea       not null,
  sender      text        not null,
  meaning     text        not null check (meaning in ('stop', 'start', 'other')),
  business_id uuid,
  received_at timestamptz not null default now()
);
call wall_off('sms_inbound');

create table opt_outs (
  business_id  uuid        not null references businesses,
  phone_hash   bytea       not null,
  source       text        not null check (source in ('stop', 'link', 'gateway', 'owner')),
  opted_out_at timestamptz not null default now(),
  primary key (business_id, phone_hash)
);
call wall_off('opt_outs');

-- STOP sent to a sender that businesses share speaks to all of them.
create table platform_opt_outs (
  phone_hash   bytea       primary key,
  source       text        not null check (source in ('stop', 'gateway')),
  opted_out_at timestamptz not null default now()
);

grant select, insert, update on sms_callbacks, sms_inbound to goodword_system;
grant delete on sms_callbacks to goodword_system;
grant select, insert, delete on opt_outs, platform_opt_outs to goodword_system;
grant select, insert, delete on opt_outs to goodword_tenant;
grant select on platform_opt_outs to goodword_tenant;
