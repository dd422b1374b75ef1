-- What history of the database our workers know, and the fence that is up while another one is compared with what the
-- vendors know (decision 43): until it is down nothing is sent and no card is charged. One row.
create table recovery (
  is_only    boolean     primary key default true check (is_only),
  system_id  bigint      not null,
  timeline   text        not null,
  -- Of the postmaster: a base backup or a snapshot that is started keeps the two above, and is always a new postmaster.
  started_at timestamptz not null,
  -- This table's own number: a dump that is restored makes another table, even in the same cluster.
  made_as    bigint      not null,
  -- The last moment at which this history was seen to be the known one, within a minute or two.
  seen_at    timestamptz not null default now(),
  -- Null while no fence is up. What follows is of the last one.
  fenced_at  timestamptz,
  reason     text        check (reason in ('restarted', 'restored', 'text', 'report', 'payment')),
  -- From when on the vendors are asked.
  since      timestamptz,
  steps_done text[]      not null default '{}',
  waits_for  text,
  lifted_at  timestamptz,
  found      jsonb       not null default '{}'
);
insert into recovery (system_id, timeline, started_at, made_as)
select system_id, timeline, started_at, 'recovery'::regclass::oid::bigint from current_history();
grant select on recovery to goodword_tenant;
grant select, update on recovery to goodword_system;

-- Texts at the gateway that no attempt on record has: they went before the database was restored to an earlier moment.
-- Whose they are is known once their invoice is decided anew, by the token of their link.
create table found_texts (
  message_sid text        primary key,
  -- redacted: the gateway does not tell its words. other: without a link of ours, or a report on it is all we know.
  kind        text        not null check (kind in ('link', 'redacted', 'other')),
  link_token  text,
  phone_hash  bytea,
  segments    smallint    not null default 1,
  sent_at     timestamptz not null,
  found_at    timestamptz not null default now(),
  adopted_at  timestamptz,
  check ((kind = 'link') = (link_token is not null))
);
create index found_texts_by_link on found_texts (link_token) where adopted_at is null;
create index found_texts_by_phone on found_texts (phone_hash) where adopted_at is null;
grant select on found_texts to goodword_tenant;
grant select, insert, update, delete, maintain on found_texts to goodword_system;

-- A report names the text by this alone.
create unique index test_texts_by_id on test_texts (id);
