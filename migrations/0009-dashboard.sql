-- Names and numbers as a search compares them: small letters, accents off.
create function search_key(words text) returns text
  language sql immutable parallel safe
  as $$
  select regexp_replace(normalize(lower(words collate "pg_c_utf8"), nfd), '[\u0300-\u036f]', '', 'g')
  $$;

-- Where a request stands in the timeline, and what it is found by. Both are computed when a row is written and only
-- then, so that one index gives the pages, the days of a month, and a search that never leaves the index.
alter table review_requests
  add column timeline_at timestamptz generated always as (coalesce(sent_at, failed_at, due_at)) stored,
  add column search_text text generated always as (search_key(
    left(coalesce(customer_name, ''), 120) || ' ' || left(coalesce(invoice_number, ''), 60) || ' '
      || left(coalesce(customer_phone, ''), 20))) stored;

-- Takes the place of the one on sent_at. It costs two more entries for each text (when it is scheduled and when it is
-- claimed), some microseconds of the milliseconds that a text takes, and saves a second index for searching.
drop index review_requests_timeline;
create index review_requests_timeline on review_requests (business_id, timeline_at desc, id desc)
  include (search_text) where state not in ('cancelled', 'expired');

-- Whom the owner wants never to be texted.
alter table businesses add column excluded_words text[] not null default '{}'
  check (cardinality(excluded_words) <= 50);

create table excluded_contacts (
  business_id uuid        not null references businesses,
  tenant_id   uuid        not null,
  contact_id  uuid        not null,
  excluded_at timestamptz not null default now(),
  primary key (business_id, tenant_id, contact_id)
);
call wall_off('excluded_contacts');

-- Only where a corrected contact can turn the decision: news of any other contact is nothing to us.
alter table decisions add column contact_id uuid;
create index decisions_by_contact on decisions (tenant_id, contact_id) where contact_id is not null;

-- A text that an owner sent to her own phone, to see it. Paid for like any other, and never a review request.
create table test_texts (
  business_id  uuid        not null references businesses,
  id           uuid        not null,
  user_id      uuid        not null references users,
  state        text        not null default 'sending' check (state in ('sending', 'unknown', 'accepted', 'rejected', 'absent')),
  phone        text        not null,
  body         text        not null,
  segments     smallint    not null,
  price_cents  integer     not null check (price_cents > 0),
  link_token   text        not null unique,
  looks        smallint    not null default 0,
  message_sid  text,
  error_code   text,
  created_at   timestamptz not null,
  settled_at   timestamptz,
  primary key (business_id, id)
);
call wall_off('test_texts');

grant select, insert, delete on excluded_contacts to goodword_tenant, goodword_system;
grant select, insert, update on test_texts to goodword_tenant, goodword_system;

-- As before, and news of a contact is kept where an invoice of theirs was skipped for want of a number.
create or replace function receive_xero_events(incoming jsonb) returns table (known bigint, kept bigint)
  language sql
  as $$
  with ours as (
    select organisations.business_id, event.*
    from jsonb_to_recordset(incoming) as event (
      tenant_id uuid, resource_id uuid, category text, event_type text, event_at timestamptz, correlation_id text)
    join organisations on organisations.tenant_id = event.tenant_id and organisations.state <> 'disconnected'
  ), fresh as (
    -- In one order for all callers, so that two deliveries of the same events never wait in a circle.
    insert into xero_events (business_id, tenant_id, resource_id, category, event_type, event_at, correlation_id)
    select distinct on (tenant_id, resource_id, event_at, category, event_type)
           business_id, tenant_id, resource_id, category, event_type, event_at, correlation_id
    from ours
    where category = 'INVOICE' or exists (
      select from decisions d
      where d.tenant_id = ours.tenant_id and d.contact_id = ours.resource_id and d.business_id = ours.business_id)
    order by tenant_id, resource_id, event_at, category, event_type
    on conflict do nothing
    returning tenant_id
  ), woken as (
    select count(pg_notify('goodword_wake', 'sync:' || tenant_id)) as organisations
    from (select distinct tenant_id from fresh) newly
  )
  select (select count(*) from ours), (select count(*) from fresh) from woken
  $$;
