-- What Twilio posted and could not be recorded: a report on a text, or a customer's text without its words.
create table twilio_messages (
  -- A hash of kind and content, so that what Twilio posts again is kept once.
  id          text        primary key,
  kind        text        not null check (kind in ('status', 'inbound')),
  -- For the operator.
  about       text        not null,
  -- JSON, as text: it may have letters that jsonb refuses.
  content     text        not null,
  received_at timestamptz not null default now(),
  handled_at  timestamptz,
  attempts    smallint    not null default 0,
  failed_at   timestamptz,
  error       text,
  retry_at    timestamptz,
  dead_at     timestamptz
);
create index twilio_messages_waiting on twilio_messages (received_at) where handled_at is null and dead_at is null;
grant select, insert, update, delete on twilio_messages to goodword_system;
