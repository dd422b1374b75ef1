-- The outcome of every paid invoice, sent or not, and why.
create table decisions (
  business_id uuid        not null,
  tenant_id   uuid        not null,
  invoice_id  uuid        not null,
  outcome     text        not null check (outcome in ('scheduled', 'skipped')),
  reason      text,
  detail      jsonb       not null default '{}',
  found_by    text        not null check (found_by in ('webhook', 'sweep')),
  decided_at  timestamptz not null,
  primary key (business_id, tenant_id, invoice_id),
  foreign key (business_id, tenant_id, invoice_id) references invoices (business_id, tenant_id, invoice_id),
  check ((outcome = 'skipped') = (reason is not null))
);
create index decisions_by_time on decisions (business_id, decided_at desc);
call wall_off('decisions');

create table review_requests (
  business_id       uuid        not null,
  id                uuid        not null default uuidv7(),
  tenant_id         uuid        not null,
  invoice_id        uuid        not null,
  state             text        not null default 'scheduled' check (state in
    ('scheduled', 'waiting_for_funds', 'sending', 'unknown', 'sent', 'delivered', 'failed', 'cancelled', 'expired')),
  state_reason      text,
  customer_name     text,
  first_name        text,
  customer_phone    text,
  customer_email    text,
  phone_hash        bytea       not null,
  phone_country     text        not null,
  invoice_number    text,
  link_token        text        not null,
  correlation_id    text        not null,
  scheduled_at      timestamptz not null,
  due_at            timestamptz not null,
  -- When Xero last said that the invoice is paid.
  checked_at        timestamptz not null,
  waiting_since     timestamptz,
  attempts          smallint    not null default 0,
  body              text,
  segments          smallint,
  price_cents       integer,
  message_sid       text,
  sent_at           timestamptz,
  delivered_at      timestamptz,
  failed_at         timestamptz,
  opened_at         timestamptz,
  open_count        integer     not null default 0,
  primary key (business_id, id),
  foreign key (business_id, tenant_id, invoice_id) references invoices (business_id, tenant_id, invoice_id)
);
-- Never twice: one per invoice of an organisation, whichever business holds the organisation.
create unique index review_requests_once on review_requests (tenant_id, invoice_id);
create unique index review_requests_by_link on review_requests (link_token);
create index review_requests_due on review_requests (business_id, due_at, id)
  where state in ('scheduled', 'waiting_for_funds');
create index review_requests_due_anywhere on review_requests (due_at) where state = 'scheduled';
create index review_requests_by_customer on review_requests (business_id, phone_hash, scheduled_at desc);
create index review_requests_by_phone on review_requests (phone_hash, sent_at desc) where sent_at is not null;
create index review_requests_timeline on review_requests (business_id, sent_at desc, id desc)
  where sent_at is not null;
create index review_requests_unconfirmed on review_requests (sent_at) where state = 'sent';
call wall_off('review_requests');

-- One try to hand a request's text to the gateway. Its id travels in the callback's address.
create table send_attempts (
  business_id   uuid        not null,
  id            uuid        not null default uuidv7(),
  request_id    uuid        not null,
  number        smallint    not null,
  state         text        not null default 'sending' check (state in
    ('sending', 'retry', 'unknown', 'accepted', 'rejected', 'absent')),
  phone         text,
  price_cents   integer     not null check (price_cents > 0),
  tries         smallint    not null default 1,
  retry_at      timestamptz,
  looks         smallint    not null default 0,
  first_look_at timestamptz,
  next_look_at  timestamptz,
  message_sid   text,
  error_code    text,
  claimed_at    timestamptz not null default now(),
  settled_at    timestamptz,
  primary key (business_id, id),
  unique (business_id, request_id, number),
  foreign key (business_id, request_id) references review_requests (business_id, id)
);
create index send_attempts_sending on send_attempts (claimed_at) where state = 'sending';
create index send_attempts_retry   on send_attempts (retry_at)   where state = 'retry';
create index send_attempts_unknown on send_attempts (next_look_at) where state = 'unknown';
create index send_attempts_by_id on send_attempts (id);
create index send_attempts_by_sid on send_attempts (message_sid) where message_sid is not null;
call wall_off('send_attempts');

create table link_visits (
  business_id uuid        not null,
  id          bigint      generated always as identity,
  request_id  uuid        not null,
  kind        text        not null check (kind in ('visit', 'preview')),
  visited_at  timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, request_id) references review_requests (business_id, id)
);
call wall_off('link_visits');

-- The gateway has these texts: their attempts are settled, their requests are sent, their reservations are earned.
-- Tells the attempts that were settled by this call; one that was settled before is left as it is.
create function record_accepted(told jsonb) returns table (attempt_id uuid, request_id uuid, scheduled_at timestamptz)
  language sql
  as $$
  with news as (
    select distinct on (attempt_id) *
    from jsonb_to_recordset(told) as n (attempt_id uuid, message_sid text)
  ), open as (
    -- In one order for all callers, so that an answer and a callback for the same texts never wait in a circle.
    select a.business_id, a.id, news.message_sid
    from send_attempts a join news on news.attempt_id = a.id
    where a.state in ('sending', 'retry', 'unknown')
    order by a.id
    for update of a
  ), settled as (
    update send_attempts a
    set state = 'accepted', message_sid = open.message_sid, settled_at = now(), next_look_at = null, retry_at = null
    from open
    where a.business_id = open.business_id and a.id = open.id
    returning a.business_id, a.id, a.request_id, a.price_cents, a.message_sid
  ), moved as (
    update review_requests r
    set state       = case when r.state in ('sending', 'unknown') then 'sent' else r.state end,
        message_sid = settled.message_sid,
        sent_at     = coalesce(r.sent_at, now())
    from settled
    where r.business_id = settled.business_id and r.id = settled.request_id
    returning r.id, r.scheduled_at
  ), booked as (
    insert into transfers (business_id, kind, reference)
    select business_id, 'capture', id from settled
    returning business_id, id, reference
  ), written as (
    insert into entries (business_id, transfer_id, account, amount_cents)
    select booked.business_id, booked.id, side.account, side.sign * settled.price_cents
    from booked
    join settled on settled.business_id = booked.business_id and settled.id::text = booked.reference
    cross join (values ('reserved', -1), ('earned', 1)) as side (account, sign)
  )
  select settled.id, settled.request_id, moved.scheduled_at
  from settled join moved on moved.id = settled.request_id
  $$;

grant select, insert, update on decisions, review_requests, send_attempts, link_visits to goodword_tenant, goodword_system;
