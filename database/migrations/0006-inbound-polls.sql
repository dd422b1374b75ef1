-- Until when the gateway was asked for texts of customers, by sender.
create table inbound_polls (
  sender    text        primary key,
  polled_at timestamptz not null
);
grant select, insert, update on inbound_polls to goodword_system;
create index sms_inbound_by_phone on sms_inbound (phone_hash, received_at);
