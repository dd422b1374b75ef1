-- The schema as the migrations and functions leave it, made by `npm run schema` from a freshly migrated database.
-- To be read, not to be run or edited: `npm run check` fails where the database differs.

create table acts (
  business_id uuid                     not null,
  key         uuid                     not null,
  asked       bytea                    not null,
  began_at    timestamp with time zone not null,
  answer      jsonb,
  constraint acts_asked_check CHECK ((octet_length(asked) = 32)),
  constraint acts_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint acts_pkey PRIMARY KEY (business_id, key)
);
CREATE INDEX acts_by_time ON acts (began_at);
alter table acts enable row level security;
alter table acts force row level security;
create policy every_business on acts to goodword_system using (true);
create policy own_business on acts to goodword_tenant using ((business_id = current_business()));
grant select, insert, update, delete on acts to goodword_tenant;
grant select, update, delete on acts to goodword_system;

create table audit_log (
  id          uuid                     not null default uuidv7(),
  business_id uuid,
  at          timestamp with time zone not null,
  actor_kind  text                     not null,
  actor       text                     not null,
  act         text                     not null,
  reason      text,
  details     jsonb                    not null,
  constraint audit_log_act_check CHECK ((act ~ '^[a-z][a-z-]{1,60}$'::text)),
  constraint audit_log_actor_check CHECK (((length(actor) >= 1) AND (length(actor) <= 320))),
  constraint audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['owner'::text, 'operator'::text, 'system'::text]))),
  constraint audit_log_check CHECK (((actor_kind <> 'operator'::text) OR (reason IS NOT NULL))),
  constraint audit_log_details_check CHECK ((length((details)::text) <= 4000)),
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_reason_check CHECK (((length(btrim(reason)) >= 1) AND (length(btrim(reason)) <= 500)))
);
CREATE INDEX audit_log_by_time ON audit_log (at DESC, id DESC);
CREATE INDEX audit_log_of_business ON audit_log (business_id, at DESC, id DESC);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy every_business on audit_log to goodword_system using (true);
create policy own_business on audit_log to goodword_tenant using ((business_id = current_business()));
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select, insert on audit_log to goodword_system;
grant select, insert on audit_log to goodword_tenant;

create table auto_top_ups (
  business_id     uuid                     not null,
  user_id         uuid                     not null,
  consented_at    timestamp with time zone not null,
  consent_words   text                     not null,
  is_on           boolean                  not null,
  threshold_cents integer                  not null,
  amount_cents    integer                  not null,
  month_cap_cents integer                  not null,
  currency        text                     not null,
  customer_id     text,
  card_id         text,
  card_brand      text,
  card_last4      text,
  card_ends       text,
  paused_reason   text,
  paused_at       timestamp with time zone,
  told_at         timestamp with time zone,
  constraint auto_top_ups_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint auto_top_ups_card_ends_check CHECK ((card_ends ~ '^\d\d/\d\d$'::text)),
  constraint auto_top_ups_card_id_key UNIQUE (card_id),
  constraint auto_top_ups_card_last4_check CHECK ((card_last4 ~ '^\d{4}$'::text)),
  constraint auto_top_ups_check CHECK ((amount_cents >= threshold_cents)),
  constraint auto_top_ups_check1 CHECK ((month_cap_cents >= amount_cents)),
  constraint auto_top_ups_check2 CHECK (((paused_reason IS NULL) = (paused_at IS NULL))),
  constraint auto_top_ups_check3 CHECK (((card_id IS NULL) OR ((customer_id IS NOT NULL) AND (card_last4 IS NOT NULL)))),
  constraint auto_top_ups_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint auto_top_ups_customer_id_key UNIQUE (customer_id),
  constraint auto_top_ups_paused_reason_check CHECK ((paused_reason = ANY (ARRAY['declined'::text, 'authentication'::text, 'unusable'::text, 'taken_back'::text, 'unconfirmed'::text]))) NOT VALID,
  constraint auto_top_ups_pkey PRIMARY KEY (business_id),
  constraint auto_top_ups_threshold_cents_check CHECK ((threshold_cents > 0)),
  constraint auto_top_ups_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX auto_top_ups_ready ON auto_top_ups (business_id) WHERE (is_on AND (paused_reason IS NULL) AND (card_id IS NOT NULL));
alter table auto_top_ups enable row level security;
alter table auto_top_ups force row level security;
create policy every_business on auto_top_ups to goodword_system using (true);
create policy own_business on auto_top_ups to goodword_tenant using ((business_id = current_business()));
grant select, insert, update on auto_top_ups to goodword_system;
grant select, insert, update on auto_top_ups to goodword_tenant;

create table backups (
  id           uuid                     not null default uuidv7(),
  place        text                     not null,
  name         text                     not null,
  taken_at     timestamp with time zone not null,
  finished_at  timestamp with time zone,
  bytes        bigint,
  read_back_at timestamp with time zone,
  verified_at  timestamp with time zone,
  failed_at    timestamp with time zone,
  error        text,
  removed_at   timestamp with time zone,
  constraint backups_error_check CHECK ((length(error) <= 500)),
  constraint backups_name_check CHECK ((length(name) <= 200)),
  constraint backups_pkey PRIMARY KEY (id),
  constraint backups_place_check CHECK ((length(place) <= 1000)),
  constraint backups_place_name_key UNIQUE (place, name)
);
CREATE INDEX backups_by_moment ON backups (taken_at);
grant select, insert, update, delete on backups to goodword_system;

create table balances (
  business_id     uuid    not null,
  available_cents bigint  not null default 0,
  reserved_cents  bigint  not null default 0,
  may_overdraw    boolean not null default false,
  constraint balances_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint balances_check CHECK (((available_cents >= 0) OR may_overdraw)),
  constraint balances_pkey PRIMARY KEY (business_id),
  constraint balances_reserved_cents_check CHECK ((reserved_cents >= 0))
);
alter table balances enable row level security;
alter table balances force row level security;
create policy every_business on balances to goodword_system using (true);
create policy own_business on balances to goodword_tenant using ((business_id = current_business()));
grant select, insert, update on balances to goodword_tenant;
grant select, insert, update, maintain on balances to goodword_system;

create table business_senders (
  business_id uuid                     not null,
  sender      text                     not null,
  assigned_at timestamp with time zone not null default now(),
  released_at timestamp with time zone,
  constraint business_senders_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint business_senders_check CHECK ((released_at >= assigned_at)),
  constraint business_senders_pkey PRIMARY KEY (business_id, sender, assigned_at),
  constraint business_senders_sender_check CHECK ((sender <> ''::text))
);
CREATE INDEX business_senders_by_sender ON business_senders (sender);
CREATE UNIQUE INDEX business_senders_of_one ON business_senders (lower(sender)) WHERE (released_at IS NULL);
CREATE UNIQUE INDEX business_senders_one_each ON business_senders (business_id) WHERE (released_at IS NULL);
alter table business_senders enable row level security;
alter table business_senders force row level security;
create policy every_business on business_senders to goodword_system using (true);
create policy own_business on business_senders to goodword_tenant using ((business_id = current_business()));
grant select on business_senders to goodword_tenant;
grant select, insert, update on business_senders to goodword_system;

create table businesses (
  id                  uuid                     not null default uuidv7(),
  name                text                     not null,
  address             text,
  country             text                     not null default 'AU'::text,
  currency            text                     not null,
  created_at          timestamp with time zone not null default now(),
  deactivated_at      timestamp with time zone,
  place_id            text,
  review_url          text,
  review_url_is_own   boolean                  not null default false,
  place_checked_at    timestamp with time zone,
  place_missing_at    timestamp with time zone,
  template            text                     not null,
  automation_enabled  boolean                  not null default false,
  automation_returns  boolean                  not null default false,
  sending_from        smallint                 default 480,
  sending_until       smallint                 default 1200,
  delay_minutes       integer                  not null default 0,
  cooldown_days       integer                  not null default 90,
  excluded_words      text[]                   not null default '{}'::text[],
  ask_first_at        smallint,
  smallest_cents      integer,
  leaves_out_deposits boolean                  not null default false,
  invoice_words       text[]                   not null default '{}'::text[],
  pace_per_hour       smallint                 default 20,
  pace_per_day        smallint                 default 60,
  keeps_decent_hours  boolean                  not null default true,
  paused_at           timestamp with time zone,
  paused_because      text,
  constraint businesses_ask_first_at_check CHECK (((ask_first_at >= 0) AND (ask_first_at <= 1439))),
  constraint businesses_asks_inside_hours CHECK (((ask_first_at IS NULL) OR (sending_from IS NULL) OR ((ask_first_at >= sending_from) AND (ask_first_at < sending_until)))),
  constraint businesses_check CHECK (((sending_from IS NULL) = (sending_until IS NULL))),
  constraint businesses_check1 CHECK (((sending_from IS NULL) OR (sending_from < sending_until))),
  constraint businesses_check2 CHECK ((((pace_per_hour IS NULL) = (pace_per_day IS NULL)) AND (pace_per_hour <= pace_per_day))),
  constraint businesses_cooldown_days_check CHECK (((cooldown_days >= 0) AND (cooldown_days <= 730))),
  constraint businesses_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint businesses_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint businesses_delay_minutes_check CHECK (((delay_minutes >= 0) AND (delay_minutes <= 43200))),
  constraint businesses_excluded_words_check CHECK ((cardinality(excluded_words) <= 50)),
  constraint businesses_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint businesses_pace_per_day_check CHECK (((pace_per_day >= 1) AND (pace_per_day <= 10000))),
  constraint businesses_pace_per_hour_check CHECK (((pace_per_hour >= 1) AND (pace_per_hour <= 1000))),
  constraint businesses_paused_because CHECK ((((paused_at IS NULL) = (paused_because IS NULL)) AND (length(paused_because) <= 500))),
  constraint businesses_paused_is_off CHECK (((paused_at IS NULL) OR (NOT automation_enabled))),
  constraint businesses_pkey PRIMARY KEY (id),
  constraint businesses_place_id_check CHECK ((place_id ~ '^[A-Za-z0-9_-]+$'::text)),
  constraint businesses_review_url_check CHECK ((review_url ~ '^https?://'::text)),
  constraint businesses_sending_from_check CHECK (((sending_from >= 0) AND (sending_from <= 1439))),
  constraint businesses_sending_until_check CHECK (((sending_until >= 1) AND (sending_until <= 1440))),
  constraint businesses_smallest_cents_check CHECK ((smallest_cents > 0)),
  constraint businesses_template_check CHECK (((length(btrim(template)) >= 1) AND (length(btrim(template)) <= 200)))
);
CREATE INDEX businesses_by_name ON businesses (lower(name), id);
alter table businesses enable row level security;
alter table businesses force row level security;
create policy every_business on businesses to goodword_system using (true);
create policy own_business on businesses to goodword_tenant using ((id = current_business()));
grant select, insert, update on businesses to goodword_system;
grant select, insert, update on businesses to goodword_tenant;

create table card_setups (
  business_id     uuid                     not null,
  id              uuid                     not null default uuidv7(),
  session_id      text,
  state           text                     not null default 'open'::text,
  created_at      timestamp with time zone not null,
  idempotency_key uuid,
  page_url        text,
  constraint card_setups_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint card_setups_pkey PRIMARY KEY (business_id, id),
  constraint card_setups_session_id_key UNIQUE (session_id),
  constraint card_setups_state_check CHECK ((state = ANY (ARRAY['open'::text, 'saved'::text, 'expired'::text, 'refused'::text])))
);
CREATE UNIQUE INDEX card_setups_by_key ON card_setups (business_id, idempotency_key);
alter table card_setups enable row level security;
alter table card_setups force row level security;
create policy every_business on card_setups to goodword_system using (true);
create policy own_business on card_setups to goodword_tenant using ((business_id = current_business()));
grant select, insert, update on card_setups to goodword_tenant;
grant select, insert, update, delete on card_setups to goodword_system;

create table checkouts (
  business_id     uuid                     not null,
  id              uuid                     not null default uuidv7(),
  user_id         uuid                     not null,
  amount_cents    integer                  not null,
  currency        text                     not null,
  state           text                     not null default 'open'::text,
  trouble         text,
  session_id      text,
  payment_intent  text,
  receipt_url     text,
  return_hash     bytea,
  return_until    timestamp with time zone,
  created_at      timestamp with time zone not null,
  expires_at      timestamp with time zone not null,
  paid_at         timestamp with time zone,
  failed_at       timestamp with time zone,
  is_automatic    boolean                  not null default false,
  month           text,
  customer_id     text,
  card_id         text,
  card_words      text,
  failure         text,
  looks           smallint                 not null default 0,
  first_look_at   timestamp with time zone,
  next_look_at    timestamp with time zone,
  idempotency_key uuid,
  page_url        text,
  constraint checkouts_amount_cents_check CHECK ((amount_cents > 0)),
  constraint checkouts_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint checkouts_check CHECK (((state = 'paid'::text) = (paid_at IS NOT NULL))),
  constraint checkouts_check1 CHECK ((is_automatic = (month IS NOT NULL))),
  constraint checkouts_check2 CHECK (((NOT is_automatic) OR ((customer_id IS NOT NULL) AND (session_id IS NULL)))),
  constraint checkouts_check3 CHECK (((state <> 'paid'::text) OR (NOT is_automatic) OR (payment_intent IS NOT NULL))),
  constraint checkouts_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint checkouts_failure_check CHECK ((failure = ANY (ARRAY['declined'::text, 'authentication'::text, 'unusable'::text, 'not_made'::text]))),
  constraint checkouts_month_check CHECK ((month ~ '^\d{4}-\d{2}$'::text)),
  constraint checkouts_payment_intent_key UNIQUE (payment_intent),
  constraint checkouts_pkey PRIMARY KEY (business_id, id),
  constraint checkouts_return_hash_check CHECK ((octet_length(return_hash) = 32)),
  constraint checkouts_session_id_key UNIQUE (session_id),
  constraint checkouts_state_check CHECK ((state = ANY (ARRAY['open'::text, 'processing'::text, 'paid'::text, 'failed'::text, 'expired'::text]))),
  constraint checkouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX checkouts_by_time ON checkouts (business_id, created_at DESC);
CREATE INDEX checkouts_of_month ON checkouts (business_id, month) WHERE is_automatic;
CREATE INDEX checkouts_to_look_for ON checkouts (next_look_at) WHERE (is_automatic AND (state = 'open'::text));
CREATE INDEX checkouts_unsettled ON checkouts (created_at) WHERE (state = ANY (ARRAY['open'::text, 'processing'::text]));
CREATE UNIQUE INDEX checkouts_by_id ON checkouts (id);
CREATE UNIQUE INDEX checkouts_by_key ON checkouts (business_id, idempotency_key);
CREATE UNIQUE INDEX checkouts_one_charge ON checkouts (business_id) WHERE (is_automatic AND (state = ANY (ARRAY['open'::text, 'processing'::text])));
alter table checkouts enable row level security;
alter table checkouts force row level security;
create policy every_business on checkouts to goodword_system using (true);
create policy own_business on checkouts to goodword_tenant using ((business_id = current_business()));
grant select, insert, update on checkouts to goodword_system;
grant select, insert, update on checkouts to goodword_tenant;

create table decisions (
  business_id uuid                     not null,
  tenant_id   uuid                     not null,
  invoice_id  uuid                     not null,
  outcome     text                     not null,
  reason      text,
  detail      jsonb                    not null default '{}'::jsonb,
  contact_id  uuid,
  found_by    text                     not null,
  decided_at  timestamp with time zone not null,
  constraint decisions_business_id_tenant_id_invoice_id_fkey FOREIGN KEY (business_id, tenant_id, invoice_id) REFERENCES invoices(business_id, tenant_id, invoice_id),
  constraint decisions_check CHECK (((outcome = 'skipped'::text) = (reason IS NOT NULL))),
  constraint decisions_found_by_check CHECK ((found_by = ANY (ARRAY['webhook'::text, 'sweep'::text]))),
  constraint decisions_outcome_check CHECK ((outcome = ANY (ARRAY['scheduled'::text, 'skipped'::text]))),
  constraint decisions_pkey PRIMARY KEY (business_id, tenant_id, invoice_id)
);
CREATE INDEX decisions_by_contact ON decisions (tenant_id, contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX decisions_by_time ON decisions (business_id, decided_at DESC);
CREATE INDEX decisions_no_webhook_reported ON decisions (decided_at) WHERE ((found_by = 'sweep'::text) AND (reason IS DISTINCT FROM 'paid_before_go_live'::text));
CREATE INDEX decisions_skipped ON decisions (business_id, decided_at DESC, invoice_id DESC) INCLUDE (tenant_id, reason) WHERE (outcome = 'skipped'::text);
alter table decisions enable row level security;
alter table decisions force row level security;
create policy every_business on decisions to goodword_system using (true);
create policy own_business on decisions to goodword_tenant using ((business_id = current_business()));
grant select, insert, update on decisions to goodword_tenant;
grant select, insert, update, maintain on decisions to goodword_system;

create table email_opt_outs (
  business_id  uuid                     not null,
  address_hash bytea                    not null,
  opted_out_at timestamp with time zone not null default now(),
  constraint email_opt_outs_address_hash_check CHECK ((octet_length(address_hash) = 32)),
  constraint email_opt_outs_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint email_opt_outs_pkey PRIMARY KEY (business_id, address_hash)
);
alter table email_opt_outs enable row level security;
alter table email_opt_outs force row level security;
create policy every_business on email_opt_outs to goodword_system using (true);
create policy own_business on email_opt_outs to goodword_tenant using ((business_id = current_business()));
grant select, insert on email_opt_outs to goodword_system;
grant select, insert on email_opt_outs to goodword_tenant;

create table entries (
  business_id  uuid   not null,
  transfer_id  uuid   not null,
  account      text   not null,
  amount_cents bigint not null,
  constraint entries_account_check CHECK ((account = ANY (ARRAY['available'::text, 'reserved'::text, 'granted'::text, 'earned'::text, 'card'::text]))),
  constraint entries_amount_cents_check CHECK ((amount_cents <> 0)),
  constraint entries_business_id_transfer_id_fkey FOREIGN KEY (business_id, transfer_id) REFERENCES transfers(business_id, id),
  constraint entries_pkey PRIMARY KEY (business_id, transfer_id, account)
);
alter table entries enable row level security;
alter table entries force row level security;
create policy every_business on entries to goodword_system using (true);
create policy own_business on entries to goodword_tenant using ((business_id = current_business()));
CREATE TRIGGER entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entries_apply AFTER INSERT ON entries REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION apply_entries();
grant select, insert on entries to goodword_tenant;
grant select, insert, maintain on entries to goodword_system;

create table erasures (
  business_id   uuid                     not null,
  id            uuid                     not null default uuidv7(),
  asked_at      timestamp with time zone not null,
  asked_by      text                     not null,
  erases_at     timestamp with time zone not null,
  wants_refund  boolean                  not null default false,
  taken_back_at timestamp with time zone,
  began_at      timestamp with time zone,
  erased_at     timestamp with time zone,
  constraint erasures_asked_by_check CHECK ((asked_by = ANY (ARRAY['owner'::text, 'operator'::text]))),
  constraint erasures_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint erasures_check CHECK (((began_at IS NULL) OR (taken_back_at IS NULL))),
  constraint erasures_check1 CHECK (((erased_at IS NULL) OR (began_at IS NOT NULL))),
  constraint erasures_pkey PRIMARY KEY (business_id, id)
);
CREATE INDEX erasures_due ON erasures (erases_at) WHERE ((taken_back_at IS NULL) AND (erased_at IS NULL));
CREATE UNIQUE INDEX erasures_open ON erasures (business_id) WHERE ((taken_back_at IS NULL) AND (erased_at IS NULL));
alter table erasures enable row level security;
alter table erasures force row level security;
create policy every_business on erasures to goodword_system using (true);
create policy own_business on erasures to goodword_tenant using ((business_id = current_business()));
grant select, insert, update on erasures to goodword_system;
grant select, insert, update on erasures to goodword_tenant;

create table excluded_contacts (
  business_id uuid                     not null,
  tenant_id   uuid                     not null,
  contact_id  uuid                     not null,
  excluded_at timestamp with time zone not null default now(),
  name        text,
  erased_at   timestamp with time zone,
  constraint excluded_contacts_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint excluded_contacts_name_check CHECK ((length(name) <= 500)),
  constraint excluded_contacts_pkey PRIMARY KEY (business_id, tenant_id, contact_id)
);
alter table excluded_contacts enable row level security;
alter table excluded_contacts force row level security;
create policy every_business on excluded_contacts to goodword_system using (true);
create policy own_business on excluded_contacts to goodword_tenant using ((business_id = current_business()));
grant select, insert, update, delete on excluded_contacts to goodword_system;
grant select, insert, update, delete on excluded_contacts to goodword_tenant;

create table excluded_labels (
  business_id uuid                     not null,
  tenant_id   uuid                     not null,
  kind        text                     not null,
  label_id    uuid                     not null,
  name        text                     not null,
  excluded_at timestamp with time zone not null default now(),
  constraint excluded_labels_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint excluded_labels_kind_check CHECK ((kind = ANY (ARRAY['contact_group'::text, 'tracking_option'::text]))),
  constraint excluded_labels_name_check CHECK ((length(name) <= 500)),
  constraint excluded_labels_pkey PRIMARY KEY (business_id, tenant_id, kind, label_id)
);
alter table excluded_labels enable row level security;
alter table excluded_labels force row level security;
create policy every_business on excluded_labels to goodword_system using (true);
create policy own_business on excluded_labels to goodword_tenant using ((business_id = current_business()));
grant select, insert, update, delete on excluded_labels to goodword_system;
grant select, insert, update, delete on excluded_labels to goodword_tenant;

create table experiment_customers (
  business_id   uuid                     not null,
  experiment_id uuid                     not null,
  draw          bytea                    not null,
  side          text                     not null,
  tenant_id     uuid                     not null,
  invoice_id    uuid                     not null,
  entered_at    timestamp with time zone not null,
  meant_at      timestamp with time zone not null,
  constraint experiment_customers_business_id_experiment_id_fkey FOREIGN KEY (business_id, experiment_id) REFERENCES experiments(business_id, id),
  constraint experiment_customers_draw_check CHECK ((octet_length(draw) = 32)),
  constraint experiment_customers_pkey PRIMARY KEY (business_id, experiment_id, draw),
  constraint experiment_customers_side_check CHECK ((side = ANY (ARRAY['a'::text, 'b'::text])))
);
alter table experiment_customers enable row level security;
alter table experiment_customers force row level security;
create policy every_business on experiment_customers to goodword_system using (true);
create policy own_business on experiment_customers to goodword_tenant using ((business_id = current_business()));
grant select, insert on experiment_customers to goodword_tenant;
grant select, update, delete on experiment_customers to goodword_system;

create table experiments (
  business_id     uuid                     not null,
  id              uuid                     not null default uuidv7(),
  kind            text                     not null,
  seed            bytea                    not null,
  percent_b       smallint                 not null,
  delay_a_minutes integer,
  delay_b_minutes integer,
  wording_a       text,
  wording_b       text,
  registered_at   timestamp with time zone not null,
  ends_at         timestamp with time zone not null,
  stopped_at      timestamp with time zone,
  constraint experiments_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint experiments_check CHECK ((ends_at > registered_at)),
  constraint experiments_check1 CHECK ((((kind = 'delays'::text) = (delay_a_minutes IS NOT NULL)) AND ((kind = 'delays'::text) = (delay_b_minutes IS NOT NULL)))),
  constraint experiments_check2 CHECK ((((kind = 'wordings'::text) = (wording_a IS NOT NULL)) AND ((kind = 'wordings'::text) = (wording_b IS NOT NULL)))),
  constraint experiments_delay_a_minutes_check CHECK ((delay_a_minutes >= 0)),
  constraint experiments_delay_b_minutes_check CHECK ((delay_b_minutes >= 0)),
  constraint experiments_kind_check CHECK ((kind = ANY (ARRAY['hold_out'::text, 'delays'::text, 'wordings'::text]))),
  constraint experiments_percent_b_check CHECK (((percent_b >= 1) AND (percent_b <= 50))),
  constraint experiments_pkey PRIMARY KEY (business_id, id),
  constraint experiments_seed_check CHECK ((octet_length(seed) = 16)),
  constraint experiments_wording_a_check CHECK ((length(wording_a) <= 2000)),
  constraint experiments_wording_b_check CHECK ((length(wording_b) <= 2000))
);
alter table experiments enable row level security;
alter table experiments force row level security;
create policy every_business on experiments to goodword_system using (true);
create policy own_business on experiments to goodword_tenant using ((business_id = current_business()));
grant select, delete on experiments to goodword_system;
grant select, insert on experiments to goodword_tenant;

create table found_texts (
  message_sid text                     not null,
  kind        text                     not null,
  link_token  text,
  phone_hash  bytea,
  segments    smallint                 not null default 1,
  sent_at     timestamp with time zone not null,
  found_at    timestamp with time zone not null default now(),
  adopted_at  timestamp with time zone,
  constraint found_texts_check CHECK (((kind = 'link'::text) = (link_token IS NOT NULL))),
  constraint found_texts_kind_check CHECK ((kind = ANY (ARRAY['link'::text, 'redacted'::text, 'other'::text]))),
  constraint found_texts_pkey PRIMARY KEY (message_sid)
);
CREATE INDEX found_texts_by_link ON found_texts (link_token) WHERE (adopted_at IS NULL);
CREATE INDEX found_texts_by_phone ON found_texts (phone_hash) WHERE (adopted_at IS NULL);
grant select on found_texts to goodword_tenant;
grant select, insert, update, delete, maintain on found_texts to goodword_system;

create table google_reviews (
  business_id   uuid                     not null,
  review_id     text                     not null,
  reviewer_name text,
  photo_url     text,
  is_anonymous  boolean                  not null,
  stars         smallint,
  comment       text,
  written_at    timestamp with time zone not null,
  changed_at    timestamp with time zone not null,
  reply_comment text,
  replied_at    timestamp with time zone,
  reply_url     text,
  review_url    text,
  found_at      timestamp with time zone not null,
  fetched_at    timestamp with time zone not null,
  expires_at    timestamp with time zone not null,
  listed_at     timestamp with time zone,
  missing_since timestamp with time zone,
  constraint google_reviews_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint google_reviews_check CHECK ((expires_at <= (fetched_at + '30 days'::interval))),
  constraint google_reviews_comment_check CHECK ((length(comment) <= 10000)),
  constraint google_reviews_photo_url_check CHECK ((length(photo_url) <= 2000)),
  constraint google_reviews_pkey PRIMARY KEY (business_id, review_id),
  constraint google_reviews_reply_comment_check CHECK ((length(reply_comment) <= 10000)),
  constraint google_reviews_reply_url_check CHECK ((length(reply_url) <= 2000)),
  constraint google_reviews_review_id_check CHECK (((length(review_id) >= 1) AND (length(review_id) <= 300))),
  constraint google_reviews_review_url_check CHECK ((length(review_url) <= 2000)),
  constraint google_reviews_reviewer_name_check CHECK ((length(reviewer_name) <= 500)),
  constraint google_reviews_stars_check CHECK (((stars >= 1) AND (stars <= 5)))
);
CREATE INDEX google_reviews_by_expiry ON google_reviews (expires_at);
CREATE INDEX google_reviews_newest ON google_reviews (business_id, written_at DESC, review_id DESC);
alter table google_reviews enable row level security;
alter table google_reviews force row level security;
create policy every_business on google_reviews to goodword_system using (true);
create policy own_business on google_reviews to goodword_tenant using ((business_id = current_business()));
grant select, insert, update, delete on google_reviews to goodword_system;
grant select, insert, update, delete on google_reviews to goodword_tenant;

create table inbound_polls (
  sender    text                     not null,
  polled_at timestamp with time zone not null,
  constraint inbound_polls_pkey PRIMARY KEY (sender)
);
grant select, insert, update on inbound_polls to goodword_system;

create table invoices (
  business_id          uuid                     not null,
  tenant_id            uuid                     not null,
  invoice_id           uuid                     not null,
  number               text,
  type                 text                     not null,
  status               text                     not null,
  contact_id           uuid,
  contact_name         text,
  currency             text,
  total                numeric(18,4)            not null,
  amount_due           numeric(18,4)            not null,
  amount_paid          numeric(18,4)            not null,
  amount_credited      numeric(18,4)            not null,
  paid_on              date,
  updated_at           timestamp with time zone not null,
  first_seen_at        timestamp with time zone not null default now(),
  found_by             text                     not null,
  reference            text,
  contact_groups       uuid[],
  tracking             uuid[],
  removed_after_months smallint,
  constraint invoices_business_id_tenant_id_fkey FOREIGN KEY (business_id, tenant_id) REFERENCES organisations(business_id, tenant_id),
  constraint invoices_contact_name_check CHECK ((length(contact_name) <= 500)),
  constraint invoices_found_by_check CHECK ((found_by = ANY (ARRAY['webhook'::text, 'sweep'::text]))),
  constraint invoices_number_check CHECK ((length(number) <= 500)),
  constraint invoices_pkey PRIMARY KEY (business_id, tenant_id, invoice_id),
  constraint invoices_reference_check CHECK ((length(reference) <= 500)),
  constraint invoices_removed_after_months_check CHECK ((removed_after_months >= 0))
);
CREATE INDEX invoices_by_age ON invoices USING brin (updated_at) WITH (autosummarize='on');
alter table invoices enable row level security;
alter table invoices force row level security;
create policy every_business on invoices to goodword_system using (true);
create policy own_business on invoices to goodword_tenant using ((business_id = current_business()));
grant select, insert, update on invoices to goodword_tenant;
grant select, insert, update, maintain on invoices to goodword_system;

create unlogged table leases (
  name       text                     not null,
  holder     text                     not null,
  token      uuid                     not null default gen_random_uuid(),
  expires_at timestamp with time zone not null,
  constraint leases_pkey PRIMARY KEY (name)
) with (fillfactor=50);
grant select, insert, update, delete on leases to goodword_system;

create table link_visits (
  business_id uuid                     not null,
  id          bigint                   not null generated always as identity,
  request_id  uuid                     not null,
  kind        text                     not null,
  visited_at  timestamp with time zone not null default now(),
  constraint link_visits_business_id_request_id_fkey FOREIGN KEY (business_id, request_id) REFERENCES review_requests(business_id, id),
  constraint link_visits_kind_check CHECK ((kind = ANY (ARRAY['visit'::text, 'preview'::text]))),
  constraint link_visits_pkey PRIMARY KEY (business_id, id, visited_at)
) partition by RANGE (visited_at);
CREATE INDEX link_visits_by_time ON link_visits (visited_at);
alter table link_visits enable row level security;
alter table link_visits force row level security;
create policy every_business on link_visits to goodword_system using (true);
create policy own_business on link_visits to goodword_tenant using ((business_id = current_business()));
grant select, insert, update on link_visits to goodword_tenant;
grant select, insert, update, delete, maintain on link_visits to goodword_system;

create table metric_totals (
  is_only boolean not null default true,
  totals  jsonb   not null default '[]'::jsonb,
  constraint metric_totals_is_only_check CHECK (is_only),
  constraint metric_totals_pkey PRIMARY KEY (is_only)
);
grant select, update on metric_totals to goodword_system;

create table one_time_tokens (
  token_hash   bytea                    not null,
  browser_hash bytea                    not null,
  user_id      uuid                     not null,
  purpose      text                     not null,
  expires_at   timestamp with time zone not null,
  consumed_at  timestamp with time zone,
  constraint one_time_tokens_browser_hash_check CHECK ((octet_length(browser_hash) = 32)),
  constraint one_time_tokens_pkey PRIMARY KEY (token_hash),
  constraint one_time_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['session'::text, 'reactivate'::text]))),
  constraint one_time_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX one_time_tokens_by_expiry ON one_time_tokens (expires_at);
grant select, insert, update, delete on one_time_tokens to goodword_system;

create table operator_sessions (
  token_hash  bytea                    not null,
  name        text                     not null,
  admitted_by text                     not null,
  created_at  timestamp with time zone not null,
  seen_at     timestamp with time zone not null,
  expires_at  timestamp with time zone not null,
  ends_at     timestamp with time zone not null,
  constraint operator_sessions_check CHECK ((expires_at <= ends_at)),
  constraint operator_sessions_name_check CHECK (((length(name) >= 1) AND (length(name) <= 320))),
  constraint operator_sessions_pkey PRIMARY KEY (token_hash),
  constraint operator_sessions_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX operator_sessions_by_end ON operator_sessions (expires_at);
grant select, insert, update, delete on operator_sessions to goodword_system;

create table opt_outs (
  business_id  uuid                     not null,
  phone_hash   bytea                    not null,
  source       text                     not null,
  opted_out_at timestamp with time zone not null default now(),
  sender       text                     not null default ''::text,
  constraint opt_outs_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint opt_outs_pkey PRIMARY KEY (business_id, phone_hash, source, sender),
  constraint opt_outs_source_check CHECK ((source = ANY (ARRAY['stop'::text, 'link'::text, 'gateway'::text, 'owner'::text])))
);
CREATE INDEX opt_outs_by_phone ON opt_outs (phone_hash);
alter table opt_outs enable row level security;
alter table opt_outs force row level security;
create policy every_business on opt_outs to goodword_system using (true);
create policy own_business on opt_outs to goodword_tenant using ((business_id = current_business()));
grant select, insert, delete on opt_outs to goodword_system;
grant select, insert, delete on opt_outs to goodword_tenant;

create table organisations (
  business_id       uuid                     not null,
  tenant_id         uuid                     not null,
  authorisation_id  uuid                     not null,
  connection_id     uuid                     not null,
  name              text                     not null,
  type              text                     not null default 'ORGANISATION'::text,
  short_code        text,
  country           text,
  time_zone         text                     not null default 'UTC'::text,
  is_demo           boolean                  not null default false,
  state             text                     not null default 'connected'::text,
  state_reason      text,
  state_changed_at  timestamp with time zone not null default now(),
  created_date_utc  timestamp with time zone not null default now(),
  connected_at      timestamp with time zone not null default now(),
  live_since        timestamp with time zone,
  sweep_cursor      timestamp with time zone,
  swept_at          timestamp with time zone,
  last_event_at     timestamp with time zone,
  last_synced_at    timestamp with time zone,
  minute_started_at timestamp with time zone not null default now(),
  minute_calls      integer                  not null default 0,
  minute_spent      integer                  not null default 0,
  day_remaining     integer,
  blocked_until     timestamp with time zone,
  paced_until       timestamp with time zone,
  day_read_at       timestamp with time zone,
  currency          text,
  facts_read_at     timestamp with time zone not null default now(),
  constraint organisations_business_id_authorisation_id_fkey FOREIGN KEY (business_id, authorisation_id) REFERENCES xero_authorisations(business_id, id),
  constraint organisations_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint organisations_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint organisations_currency_check CHECK ((length(currency) <= 10)),
  constraint organisations_name_check CHECK ((length(name) <= 500)),
  constraint organisations_pkey PRIMARY KEY (business_id, tenant_id),
  constraint organisations_short_code_check CHECK ((length(short_code) <= 500)),
  constraint organisations_state_check CHECK ((state = ANY (ARRAY['connected'::text, 'paused'::text, 'disconnected'::text])))
);
CREATE INDEX organisations_by_authorisation ON organisations (business_id, authorisation_id);
CREATE UNIQUE INDEX organisations_connected ON organisations (tenant_id) WHERE (state <> 'disconnected'::text);
alter table organisations enable row level security;
alter table organisations force row level security;
create policy every_business on organisations to goodword_system using (true);
create policy own_business on organisations to goodword_tenant using ((business_id = current_business()));
grant select, insert, update on organisations to goodword_tenant;
grant select, insert, update, maintain on organisations to goodword_system;

create table owner_choices (
  business_id uuid                     not null,
  request_id  uuid                     not null,
  id          uuid                     not null default uuidv7(),
  choice      text                     not null,
  chosen_at   timestamp with time zone not null,
  user_id     uuid,
  constraint owner_choices_business_id_request_id_fkey FOREIGN KEY (business_id, request_id) REFERENCES review_requests(business_id, id),
  constraint owner_choices_choice_check CHECK ((choice = ANY (ARRAY['send-now'::text, 'hold'::text, 'resume'::text, 'cancel'::text, 'undo-cancel'::text]))),
  constraint owner_choices_pkey PRIMARY KEY (business_id, request_id, id)
);
alter table owner_choices enable row level security;
alter table owner_choices force row level security;
create policy every_business on owner_choices to goodword_system using (true);
create policy own_business on owner_choices to goodword_tenant using ((business_id = current_business()));
grant select on owner_choices to goodword_system;
grant select, insert on owner_choices to goodword_tenant;

create table owner_notices (
  business_id     uuid                     not null,
  is_off          boolean                  not null default false,
  funds_level     smallint                 not null default 0,
  xero_told       boolean                  not null default false,
  last_sent_at    timestamp with time zone,
  off_token       text                     not null,
  letter_is_off   boolean                  not null default false,
  letter_of       date,
  flood_told      boolean                  not null default false,
  reviews_mail    text                     not null default 'weekly'::text,
  reviews_told_at timestamp with time zone,
  constraint owner_notices_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint owner_notices_funds_level_check CHECK (((funds_level >= 0) AND (funds_level <= 3))),
  constraint owner_notices_off_token_check CHECK ((length(off_token) >= 22)),
  constraint owner_notices_off_token_key UNIQUE (off_token),
  constraint owner_notices_pkey PRIMARY KEY (business_id),
  constraint owner_notices_reviews_mail_check CHECK ((reviews_mail = ANY (ARRAY['at_once'::text, 'weekly'::text, 'never'::text])))
);
alter table owner_notices enable row level security;
alter table owner_notices force row level security;
create policy every_business on owner_notices to goodword_system using (true);
create policy own_business on owner_notices to goodword_tenant using ((business_id = current_business()));
grant select, insert, update on owner_notices to goodword_system;
grant select, insert, update on owner_notices to goodword_tenant;

create table payment_polls (
  is_only   boolean                  not null default true,
  polled_at timestamp with time zone not null,
  constraint payment_polls_is_only_check CHECK (is_only),
  constraint payment_polls_pkey PRIMARY KEY (is_only)
);
grant select, insert, update on payment_polls to goodword_system;

create table platform_opt_outs (
  phone_hash   bytea                    not null,
  source       text                     not null,
  opted_out_at timestamp with time zone not null default now(),
  constraint platform_opt_outs_pkey PRIMARY KEY (phone_hash, source),
  constraint platform_opt_outs_source_check CHECK ((source = ANY (ARRAY['stop'::text, 'gateway'::text, 'link'::text])))
);
grant select on platform_opt_outs to goodword_tenant;
grant select, insert, delete on platform_opt_outs to goodword_system;

create table processes (
  id          text                     not null,
  kind        text                     not null,
  pool_id     text,
  metrics     jsonb,
  seen_at     timestamp with time zone not null default now(),
  place       text,
  pid         integer,
  departed_at timestamp with time zone,
  knows       integer,
  constraint processes_kind_check CHECK ((kind = ANY (ARRAY['api'::text, 'worker'::text]))),
  constraint processes_pkey PRIMARY KEY (id)
);
grant select, insert, update, delete on processes to goodword_system;

create table profile_connections (
  business_id       uuid                     not null,
  id                uuid                     not null default uuidv7(),
  google_sub        text,
  refresh_token     bytea                    not null,
  granted_at        timestamp with time zone not null,
  state             text                     not null,
  state_since       timestamp with time zone not null,
  account_id        text,
  location_id       text,
  location_title    text,
  location_place_id text,
  is_verified       boolean,
  location_read_at  timestamp with time zone,
  notifies          boolean                  not null default false,
  next_read_at      timestamp with time zone,
  last_read_at      timestamp with time zone,
  refused_since     timestamp with time zone,
  total_reviews     integer,
  average_rating    numeric(3,2),
  totals_at         timestamp with time zone,
  full_began_at     timestamp with time zone,
  full_page_token   text,
  full_read_at      timestamp with time zone,
  full_was_whole    boolean,
  constraint profile_connections_account_id_check CHECK ((length(account_id) <= 100)),
  constraint profile_connections_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint profile_connections_full_page_token_check CHECK ((length(full_page_token) <= 2000)),
  constraint profile_connections_google_sub_check CHECK ((length(google_sub) <= 200)),
  constraint profile_connections_location_id_check CHECK ((length(location_id) <= 100)),
  constraint profile_connections_location_place_id_check CHECK ((length(location_place_id) <= 300)),
  constraint profile_connections_location_title_check CHECK ((length(location_title) <= 300)),
  constraint profile_connections_pkey PRIMARY KEY (business_id),
  constraint profile_connections_state_check CHECK ((state = ANY (ARRAY['choosing'::text, 'waiting_for_google'::text, 'connected'::text, 'needs_reauth'::text, 'unreachable'::text, 'detaching'::text])))
);
CREATE INDEX profile_connections_by_location ON profile_connections (location_id) WHERE (location_id IS NOT NULL);
CREATE INDEX profile_connections_due ON profile_connections (next_read_at) WHERE ((next_read_at IS NOT NULL) AND (state = ANY (ARRAY['connected'::text, 'waiting_for_google'::text, 'unreachable'::text])));
alter table profile_connections enable row level security;
alter table profile_connections force row level security;
create policy every_business on profile_connections to goodword_system using (true);
create policy own_business on profile_connections to goodword_tenant using ((business_id = current_business()));
grant select, insert, update, delete on profile_connections to goodword_system;
grant select, insert, update, delete on profile_connections to goodword_tenant;

create table profile_consents (
  business_id   uuid                     not null,
  state_hash    bytea                    not null,
  browser_hash  bytea                    not null,
  session_hash  bytea                    not null,
  code_verifier text                     not null,
  expires_at    timestamp with time zone not null,
  constraint profile_consents_browser_hash_check CHECK ((octet_length(browser_hash) = 32)),
  constraint profile_consents_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint profile_consents_code_verifier_check CHECK ((length(code_verifier) <= 200)),
  constraint profile_consents_pkey PRIMARY KEY (business_id, state_hash),
  constraint profile_consents_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES sessions(token_hash) ON DELETE CASCADE,
  constraint profile_consents_state_hash_check CHECK ((octet_length(state_hash) = 32)),
  constraint profile_consents_state_hash_key UNIQUE (state_hash)
);
CREATE INDEX profile_consents_by_expiry ON profile_consents (expires_at);
CREATE INDEX profile_consents_by_session ON profile_consents (session_hash);
alter table profile_consents enable row level security;
alter table profile_consents force row level security;
create policy every_business on profile_consents to goodword_system using (true);
create policy own_business on profile_consents to goodword_tenant using ((business_id = current_business()));
grant select, insert, update, delete on profile_consents to goodword_system;

create table qr_batches (
  name       text                     not null,
  expires_at timestamp with time zone,
  minted_at  timestamp with time zone not null default now(),
  constraint qr_batches_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text)),
  constraint qr_batches_pkey PRIMARY KEY (name)
);
grant select, insert, update on qr_batches to goodword_system;

create table qr_codes (
  slug            text                     not null,
  batch           text                     not null,
  minted_at       timestamp with time zone not null default now(),
  place_id        text,
  place_name      text,
  place_address   text,
  review_url      text,
  claimed_at      timestamp with time zone,
  claimer_hash    bytea,
  business_id     uuid,
  scan_count      bigint                   not null default 0,
  last_scanned_at timestamp with time zone,
  constraint qr_codes_batch_fkey FOREIGN KEY (batch) REFERENCES qr_batches(name),
  constraint qr_codes_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint qr_codes_check CHECK (((place_id IS NULL) = (claimed_at IS NULL))),
  constraint qr_codes_check1 CHECK (((place_id IS NULL) = (review_url IS NULL))),
  constraint qr_codes_check2 CHECK (((place_id IS NULL) = (place_name IS NULL))),
  constraint qr_codes_check3 CHECK (((business_id IS NULL) OR (place_id IS NOT NULL))),
  constraint qr_codes_claimer_hash_check CHECK ((octet_length(claimer_hash) = 32)),
  constraint qr_codes_pkey PRIMARY KEY (slug),
  constraint qr_codes_place_id_check CHECK ((place_id ~ '^[A-Za-z0-9_-]+$'::text)),
  constraint qr_codes_review_url_check CHECK ((review_url ~ '^https?://'::text)),
  constraint qr_codes_slug_check CHECK ((slug ~ '^[2-9bcdfghjkmnpqrstvwxz]{10}$'::text))
) with (fillfactor=80);
CREATE INDEX qr_codes_by_batch ON qr_codes (batch, slug);
CREATE INDEX qr_codes_by_business ON qr_codes (business_id, claimed_at DESC) WHERE (business_id IS NOT NULL);
CREATE INDEX qr_codes_by_claimer ON qr_codes (claimer_hash) WHERE (claimer_hash IS NOT NULL);
alter table qr_codes enable row level security;
alter table qr_codes force row level security;
create policy every_business on qr_codes to goodword_system using (true);
create policy own_business on qr_codes to goodword_tenant using ((business_id = current_business()));
grant select, insert, update on qr_codes to goodword_system;
grant select, update on qr_codes to goodword_tenant;

create table qr_mintings (
  key       uuid                     not null,
  asked     bytea                    not null,
  minted_at timestamp with time zone not null,
  constraint qr_mintings_asked_check CHECK ((octet_length(asked) = 32)),
  constraint qr_mintings_pkey PRIMARY KEY (key)
);
grant select, insert on qr_mintings to goodword_system;

create table qr_transfers (
  id          bigint                   not null generated always as identity,
  slug        text                     not null,
  kind        text                     not null,
  place_id    text,
  place_name  text,
  business_id uuid,
  user_id     uuid,
  happened_at timestamp with time zone not null,
  constraint qr_transfers_kind_check CHECK ((kind = ANY (ARRAY['claimed'::text, 'adopted'::text, 'moved'::text, 'released'::text]))),
  constraint qr_transfers_pkey PRIMARY KEY (id),
  constraint qr_transfers_slug_fkey FOREIGN KEY (slug) REFERENCES qr_codes(slug)
);
CREATE INDEX qr_transfers_by_slug ON qr_transfers (slug, id);
alter table qr_transfers enable row level security;
alter table qr_transfers force row level security;
create policy every_business on qr_transfers to goodword_system using (true);
create policy own_business on qr_transfers to goodword_tenant using ((business_id = current_business()));
CREATE TRIGGER qr_transfers_append_only BEFORE DELETE OR TRUNCATE ON qr_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER qr_transfers_only_forget BEFORE UPDATE ON qr_transfers FOR EACH ROW EXECUTE FUNCTION refuse_unless_emptied('place_id', 'place_name', 'business_id', 'user_id');
grant select, insert on qr_transfers to goodword_system;
grant select, insert on qr_transfers to goodword_tenant;

create unlogged table rate_limits (
  key    character varying(255) not null,
  points integer                not null default 0,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_by_expiry ON rate_limits (expire);
grant select, insert, update, delete on rate_limits to goodword_system;

create table recovery (
  is_only    boolean                  not null default true,
  system_id  bigint                   not null,
  timeline   text                     not null,
  started_at timestamp with time zone not null,
  made_as    bigint                   not null,
  seen_at    timestamp with time zone not null default now(),
  fenced_at  timestamp with time zone,
  reason     text,
  since      timestamp with time zone,
  steps_done text[]                   not null default '{}'::text[],
  waits_for  text,
  lifted_at  timestamp with time zone,
  found      jsonb                    not null default '{}'::jsonb,
  went_back  boolean                  not null default false,
  up_since   timestamp with time zone,
  looked_to  timestamp with time zone,
  constraint recovery_is_only_check CHECK (is_only),
  constraint recovery_pkey PRIMARY KEY (is_only),
  constraint recovery_reason_check CHECK ((reason = ANY (ARRAY['restarted'::text, 'restored'::text, 'replaced'::text, 'text'::text, 'report'::text, 'payment'::text]))) NOT VALID
);
grant select on recovery to goodword_tenant;
grant select, update on recovery to goodword_system;

create table reminder_mails (
  business_id    uuid                     not null,
  request_id     uuid                     not null,
  state          text                     not null,
  state_reason   text,
  state_at       timestamp with time zone not null,
  customer_email text,
  address_hash   bytea                    not null,
  planned_at     timestamp with time zone not null,
  due_at         timestamp with time zone not null,
  constraint reminder_mails_address_hash_check CHECK ((octet_length(address_hash) = 32)),
  constraint reminder_mails_business_id_request_id_fkey FOREIGN KEY (business_id, request_id) REFERENCES review_requests(business_id, id),
  constraint reminder_mails_customer_email_check CHECK ((length(customer_email) <= 500)),
  constraint reminder_mails_pkey PRIMARY KEY (business_id, request_id),
  constraint reminder_mails_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'unknown'::text, 'cancelled'::text, 'expired'::text]))),
  constraint reminder_mails_state_reason_check CHECK ((length(state_reason) <= 100))
);
CREATE INDEX reminder_mails_bounced ON reminder_mails (business_id, address_hash) WHERE (state = 'failed'::text);
CREATE INDEX reminder_mails_due ON reminder_mails (due_at) WHERE (state = 'planned'::text);
CREATE INDEX reminder_mails_sending ON reminder_mails (state_at) WHERE (state = 'sending'::text);
alter table reminder_mails enable row level security;
alter table reminder_mails force row level security;
create policy every_business on reminder_mails to goodword_system using (true);
create policy own_business on reminder_mails to goodword_tenant using ((business_id = current_business()));
grant select, insert, update on reminder_mails to goodword_tenant;
grant select, update on reminder_mails to goodword_system;

create table reminder_settings (
  business_id uuid                     not null,
  is_on       boolean                  not null default false,
  after_days  smallint                 not null,
  channel     text                     not null,
  template    text                     not null,
  attested    text[]                   not null default '{}'::text[],
  attested_at timestamp with time zone,
  attested_by uuid,
  updated_at  timestamp with time zone not null,
  on_since    timestamp with time zone,
  constraint reminder_settings_after_days_check CHECK (((after_days >= 7) AND (after_days <= 14))),
  constraint reminder_settings_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint reminder_settings_channel_check CHECK ((channel = ANY (ARRAY['text'::text, 'email'::text]))),
  constraint reminder_settings_check CHECK ((((attested = '{}'::text[]) = (attested_at IS NULL)) AND ((attested_at IS NULL) = (attested_by IS NULL)))),
  constraint reminder_settings_pkey PRIMARY KEY (business_id),
  constraint reminder_settings_template_check CHECK ((length(template) <= 2000))
);
alter table reminder_settings enable row level security;
alter table reminder_settings force row level security;
create policy every_business on reminder_settings to goodword_system using (true);
create policy own_business on reminder_settings to goodword_tenant using ((business_id = current_business()));
grant select, delete on reminder_settings to goodword_system;
grant select, insert, update on reminder_settings to goodword_tenant;

create table retention (
  is_only     boolean                  not null default true,
  finished_at timestamp with time zone not null,
  removed     jsonb                    not null,
  constraint retention_is_only_check CHECK (is_only),
  constraint retention_pkey PRIMARY KEY (is_only)
);
grant select, insert, update on retention to goodword_system;

create table review_requests (
  business_id          uuid                     not null,
  id                   uuid                     not null default uuidv7(),
  tenant_id            uuid                     not null,
  invoice_id           uuid,
  invoice_number       text,
  correlation_id       text                     not null,
  customer_name        text,
  first_name           text,
  customer_phone       text,
  customer_email       text,
  phone_hash           bytea                    not null,
  phone_country        text                     not null,
  state                text                     not null default 'scheduled'::text,
  state_reason         text,
  scheduled_at         timestamp with time zone not null,
  due_at               timestamp with time zone not null,
  checked_at           timestamp with time zone not null,
  waiting_since        timestamp with time zone,
  attempts             smallint                 not null default 0,
  sent_at              timestamp with time zone,
  delivered_at         timestamp with time zone,
  failed_at            timestamp with time zone,
  asked_at             timestamp with time zone,
  body                 text,
  segments             smallint,
  price_cents          integer,
  message_sid          text,
  link_token           text                     not null,
  opened_at            timestamp with time zone,
  open_count           integer                  not null default 0,
  timeline_at          timestamp with time zone generated always as (COALESCE(sent_at, failed_at, due_at)) stored,
  search_text          text                     generated always as (search_key((((("left"(COALESCE(customer_name, ''::text), 120) || ' '::text) || "left"(COALESCE(invoice_number, ''::text), 60)) || ' '::text) || "left"(COALESCE(customer_phone, ''::text), 20)))) stored,
  meant_at             timestamp with time zone not null default now(),
  held_at              timestamp with time zone,
  turn_at              timestamp with time zone,
  ended_at             timestamp with time zone,
  removed_after_months smallint,
  experiment_id        uuid,
  experiment_side      text,
  reminder_of          uuid,
  constraint review_requests_body_check CHECK ((length(body) <= 2000)),
  constraint review_requests_business_id_tenant_id_invoice_id_fkey FOREIGN KEY (business_id, tenant_id, invoice_id) REFERENCES invoices(business_id, tenant_id, invoice_id),
  constraint review_requests_customer_email_check CHECK ((length(customer_email) <= 500)),
  constraint review_requests_customer_name_check CHECK ((length(customer_name) <= 500)),
  constraint review_requests_customer_phone_check CHECK ((length(customer_phone) <= 50)),
  constraint review_requests_experiment_side_check CHECK ((experiment_side = ANY (ARRAY['a'::text, 'b'::text]))),
  constraint review_requests_first_name_check CHECK ((length(first_name) <= 500)),
  constraint review_requests_held_since CHECK (((state <> 'held'::text) OR (held_at IS NOT NULL))),
  constraint review_requests_invoice_number_check CHECK ((length(invoice_number) <= 500)),
  constraint review_requests_of_an_invoice_or_a_text CHECK (((reminder_of IS NULL) = (invoice_id IS NOT NULL))),
  constraint review_requests_pkey PRIMARY KEY (business_id, id),
  constraint review_requests_reminder_of FOREIGN KEY (business_id, reminder_of) REFERENCES review_requests(business_id, id),
  constraint review_requests_removed_after_months_check CHECK ((removed_after_months >= 0)),
  constraint review_requests_state_check CHECK ((state = ANY (ARRAY['scheduled'::text, 'waiting_for_funds'::text, 'held'::text, 'sending'::text, 'unknown'::text, 'sent'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text, 'expired'::text])))
) with (fillfactor=85);
CREATE INDEX review_requests_by_age ON review_requests USING brin (due_at) WITH (autosummarize='on');
CREATE INDEX review_requests_by_customer ON review_requests (business_id, phone_hash, scheduled_at DESC);
CREATE INDEX review_requests_by_moment ON review_requests (business_id, timeline_at DESC, id DESC) INCLUDE (search_text, reminder_of) WHERE (state <> ALL (ARRAY['cancelled'::text, 'expired'::text]));
CREATE INDEX review_requests_by_phone ON review_requests (phone_hash, sent_at DESC) WHERE (sent_at IS NOT NULL);
CREATE INDEX review_requests_due ON review_requests (business_id, due_at, id) WHERE (state = ANY (ARRAY['scheduled'::text, 'waiting_for_funds'::text]));
CREATE INDEX review_requests_due_anywhere ON review_requests (due_at) WHERE (state = 'scheduled'::text);
CREATE INDEX review_requests_held ON review_requests (business_id, due_at, id) WHERE (state = 'held'::text);
CREATE INDEX review_requests_unconfirmed ON review_requests (sent_at) WHERE (state = 'sent'::text);
CREATE INDEX review_requests_went_wrong ON review_requests (business_id, state, timeline_at DESC, id DESC) INCLUDE (search_text, reminder_of) WHERE (state = ANY (ARRAY['failed'::text, 'cancelled'::text, 'expired'::text]));
CREATE INDEX review_requests_with_body ON review_requests (due_at) WHERE (body IS NOT NULL);
CREATE UNIQUE INDEX review_requests_by_link ON review_requests (link_token);
CREATE UNIQUE INDEX review_requests_once ON review_requests (tenant_id, invoice_id);
CREATE UNIQUE INDEX review_requests_one_reminder ON review_requests (business_id, reminder_of) WHERE (reminder_of IS NOT NULL);
alter table review_requests enable row level security;
alter table review_requests force row level security;
create policy every_business on review_requests to goodword_system using (true);
create policy own_business on review_requests to goodword_tenant using ((business_id = current_business()));
grant select, insert, update on review_requests to goodword_tenant;
grant select, insert, update, maintain on review_requests to goodword_system;

create table reviews_seen (
  business_id uuid                     not null,
  user_id     uuid                     not null,
  seen_at     timestamp with time zone not null,
  constraint reviews_seen_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint reviews_seen_pkey PRIMARY KEY (business_id, user_id),
  constraint reviews_seen_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
alter table reviews_seen enable row level security;
alter table reviews_seen force row level security;
create policy every_business on reviews_seen to goodword_system using (true);
create policy own_business on reviews_seen to goodword_tenant using ((business_id = current_business()));
grant select, delete on reviews_seen to goodword_system;
grant select, insert, update, delete on reviews_seen to goodword_tenant;

create table schema_functions (
  name       text                     not null,
  sha256     text                     not null,
  applied_at timestamp with time zone not null default now(),
  release    integer                  not null default 0,
  constraint schema_functions_pkey PRIMARY KEY (name, sha256)
);
grant select on schema_functions to public;

create table schema_migrations (
  name       text                     not null,
  sha256     text                     not null,
  applied_at timestamp with time zone not null default now(),
  breaking   boolean                  not null default false,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);
grant select on schema_migrations to public;

create table sealed_secrets (
  name   text  not null,
  sealed bytea not null,
  constraint sealed_secrets_pkey PRIMARY KEY (name)
);
grant select, insert, update on sealed_secrets to goodword_system;

create table send_attempts (
  business_id   uuid                     not null,
  id            uuid                     not null default uuidv7(),
  request_id    uuid                     not null,
  number        smallint                 not null,
  state         text                     not null default 'sending'::text,
  phone         text,
  price_cents   integer                  not null,
  tries         smallint                 not null default 1,
  retry_at      timestamp with time zone,
  looks         smallint                 not null default 0,
  first_look_at timestamp with time zone,
  next_look_at  timestamp with time zone,
  message_sid   text,
  error_code    text,
  claimed_at    timestamp with time zone not null default now(),
  settled_at    timestamp with time zone,
  sender        text,
  constraint send_attempts_business_id_request_id_fkey FOREIGN KEY (business_id, request_id) REFERENCES review_requests(business_id, id),
  constraint send_attempts_business_id_request_id_number_key UNIQUE (business_id, request_id, number),
  constraint send_attempts_pkey PRIMARY KEY (business_id, id),
  constraint send_attempts_price_cents_check CHECK ((price_cents > 0)),
  constraint send_attempts_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'retry'::text, 'unknown'::text, 'accepted'::text, 'rejected'::text, 'absent'::text])))
);
CREATE INDEX send_attempts_by_sid ON send_attempts (message_sid) WHERE (message_sid IS NOT NULL);
CREATE INDEX send_attempts_retry ON send_attempts (retry_at) WHERE (state = 'retry'::text);
CREATE INDEX send_attempts_retry_of_business ON send_attempts (business_id, retry_at) WHERE (state = 'retry'::text);
CREATE INDEX send_attempts_sending ON send_attempts (claimed_at) WHERE (state = 'sending'::text);
CREATE INDEX send_attempts_unknown ON send_attempts (next_look_at) WHERE (state = 'unknown'::text);
CREATE INDEX send_attempts_without_text ON send_attempts (phone) WHERE ((message_sid IS NULL) AND (state = ANY (ARRAY['retry'::text, 'unknown'::text, 'absent'::text])));
CREATE UNIQUE INDEX send_attempts_by_id ON send_attempts (id);
alter table send_attempts enable row level security;
alter table send_attempts force row level security;
create policy every_business on send_attempts to goodword_system using (true);
create policy own_business on send_attempts to goodword_tenant using ((business_id = current_business()));
grant select, insert, update on send_attempts to goodword_tenant;
grant select, insert, update, maintain on send_attempts to goodword_system;

create table sessions (
  token_hash bytea                    not null,
  user_id    uuid                     not null,
  created_at timestamp with time zone not null,
  seen_at    timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ends_at    timestamp with time zone not null,
  ended_at   timestamp with time zone,
  constraint sessions_check CHECK ((expires_at <= ends_at)),
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_end ON sessions (ends_at);
CREATE INDEX sessions_by_user ON sessions (user_id);
grant select, insert, update, delete on sessions to goodword_system;

create table sign_in_states (
  state_hash    bytea                    not null,
  browser_hash  bytea                    not null,
  nonce         text                     not null,
  code_verifier text                     not null,
  intent        text                     not null,
  is_silent     boolean                  not null,
  expires_at    timestamp with time zone not null,
  constraint sign_in_states_browser_hash_check CHECK ((octet_length(browser_hash) = 32)),
  constraint sign_in_states_intent_check CHECK ((intent = ANY (ARRAY['sign-in'::text, 'register'::text, 'reactivate'::text, 'operator'::text]))),
  constraint sign_in_states_pkey PRIMARY KEY (state_hash),
  constraint sign_in_states_state_hash_check CHECK ((octet_length(state_hash) = 32))
);
CREATE INDEX sign_in_states_by_expiry ON sign_in_states (expires_at);
grant select, insert, update, delete on sign_in_states to goodword_system;

create table sms_callbacks (
  id          bigint                   not null generated always as identity,
  message_sid text                     not null,
  status      text                     not null,
  error_code  text,
  attempt_id  uuid,
  business_id uuid,
  received_at timestamp with time zone not null default now(),
  outcome     text,
  slot        timestamp with time zone not null default date_bin('30 days'::interval, now(), '1970-01-01 00:00:00+00'::timestamp with time zone),
  constraint sms_callbacks_message_sid_status_slot_key UNIQUE (message_sid, status, slot),
  constraint sms_callbacks_outcome_check CHECK ((outcome = ANY (ARRAY['sent'::text, 'delivered'::text, 'failed'::text]))),
  constraint sms_callbacks_pkey PRIMARY KEY (id, slot)
) partition by RANGE (slot);
CREATE INDEX sms_callbacks_received ON sms_callbacks (received_at);
alter table sms_callbacks enable row level security;
alter table sms_callbacks force row level security;
create policy every_business on sms_callbacks to goodword_system using (true);
create policy own_business on sms_callbacks to goodword_tenant using ((business_id = current_business()));
grant select, insert, update, delete, maintain on sms_callbacks to goodword_system;

create table sms_inbound (
  message_sid text                     not null,
  phone_hash  bytea                    not null,
  sender      text                     not null,
  meaning     text                     not null,
  business_id uuid,
  received_at timestamp with time zone not null default now(),
  constraint sms_inbound_meaning_check CHECK ((meaning = ANY (ARRAY['stop'::text, 'start'::text, 'other'::text]))),
  constraint sms_inbound_pkey PRIMARY KEY (message_sid)
);
CREATE INDEX sms_inbound_by_phone ON sms_inbound (phone_hash, received_at);
CREATE INDEX sms_inbound_received ON sms_inbound (received_at);
alter table sms_inbound enable row level security;
alter table sms_inbound force row level security;
create policy every_business on sms_inbound to goodword_system using (true);
create policy own_business on sms_inbound to goodword_tenant using ((business_id = current_business()));
grant select, insert, update, delete on sms_inbound to goodword_system;

create table stripe_events (
  id          text                     not null,
  type        text                     not null,
  object_id   text                     not null,
  created_at  timestamp with time zone not null,
  received_at timestamp with time zone not null default now(),
  found_by    text                     not null,
  handled_at  timestamp with time zone,
  attempts    smallint                 not null default 0,
  failed_at   timestamp with time zone,
  error       text,
  retry_at    timestamp with time zone,
  dead_at     timestamp with time zone,
  outcome     text,
  constraint stripe_events_found_by_check CHECK ((found_by = ANY (ARRAY['webhook'::text, 'reconcile'::text]))),
  constraint stripe_events_pkey PRIMARY KEY (id)
);
CREATE INDEX stripe_events_by_object ON stripe_events (object_id);
CREATE INDEX stripe_events_waiting ON stripe_events (received_at) WHERE ((handled_at IS NULL) AND (dead_at IS NULL));
grant select, insert, update, delete on stripe_events to goodword_system;

create table support_consents (
  business_id  uuid                     not null,
  id           uuid                     not null default uuidv7(),
  user_id      uuid                     not null,
  given_at     timestamp with time zone not null,
  ends_at      timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  constraint support_consents_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint support_consents_check CHECK ((ends_at > given_at)),
  constraint support_consents_pkey PRIMARY KEY (business_id, id),
  constraint support_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
alter table support_consents enable row level security;
alter table support_consents force row level security;
create policy every_business on support_consents to goodword_system using (true);
create policy own_business on support_consents to goodword_tenant using ((business_id = current_business()));
grant select on support_consents to goodword_system;
grant select, insert, update on support_consents to goodword_tenant;

create table support_sessions (
  business_id      uuid                     not null,
  token_hash       bytea                    not null,
  consent_id       uuid                     not null,
  operator         text                     not null,
  operator_session bytea                    not null,
  began_at         timestamp with time zone not null,
  ends_at          timestamp with time zone not null,
  constraint support_sessions_business_id_consent_id_fkey FOREIGN KEY (business_id, consent_id) REFERENCES support_consents(business_id, id),
  constraint support_sessions_operator_session_fkey FOREIGN KEY (operator_session) REFERENCES operator_sessions(token_hash) ON DELETE CASCADE,
  constraint support_sessions_pkey PRIMARY KEY (business_id, token_hash),
  constraint support_sessions_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint support_sessions_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX support_sessions_of_operator ON support_sessions (operator_session);
alter table support_sessions enable row level security;
alter table support_sessions force row level security;
create policy every_business on support_sessions to goodword_system using (true);
create policy own_business on support_sessions to goodword_tenant using ((business_id = current_business()));
grant select, insert, delete on support_sessions to goodword_system;

create table test_codes (
  business_id uuid                     not null,
  id          uuid                     not null,
  user_id     uuid                     not null,
  request_key uuid                     not null,
  phone       text,
  phone_hash  bytea                    not null,
  code_hash   bytea                    not null,
  tries       smallint                 not null default 0,
  created_at  timestamp with time zone not null,
  expires_at  timestamp with time zone not null,
  answered_at timestamp with time zone,
  message_sid text,
  error_code  text,
  constraint test_codes_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint test_codes_business_id_request_key_key UNIQUE (business_id, request_key),
  constraint test_codes_pkey PRIMARY KEY (business_id, id),
  constraint test_codes_tries_check CHECK ((tries >= 0)),
  constraint test_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX test_codes_by_sid ON test_codes (message_sid) WHERE (message_sid IS NOT NULL);
CREATE INDEX test_codes_by_time ON test_codes (created_at);
alter table test_codes enable row level security;
alter table test_codes force row level security;
create policy every_business on test_codes to goodword_system using (true);
create policy own_business on test_codes to goodword_tenant using ((business_id = current_business()));
grant select, insert, update, delete on test_codes to goodword_system;
grant select, insert, update, delete on test_codes to goodword_tenant;

create table test_numbers (
  business_id  uuid                     not null,
  phone_hash   bytea                    not null,
  user_id      uuid                     not null,
  confirmed_at timestamp with time zone not null,
  constraint test_numbers_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint test_numbers_pkey PRIMARY KEY (business_id, phone_hash),
  constraint test_numbers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
alter table test_numbers enable row level security;
alter table test_numbers force row level security;
create policy every_business on test_numbers to goodword_system using (true);
create policy own_business on test_numbers to goodword_tenant using ((business_id = current_business()));
grant select, insert, update, delete on test_numbers to goodword_system;
grant select, insert, update, delete on test_numbers to goodword_tenant;

create table test_texts (
  business_id   uuid                     not null,
  id            uuid                     not null,
  user_id       uuid                     not null,
  state         text                     not null default 'sending'::text,
  phone         text,
  segments      smallint                 not null,
  price_cents   integer                  not null,
  link_token    text                     not null,
  looks         smallint                 not null default 0,
  first_look_at timestamp with time zone,
  message_sid   text,
  error_code    text,
  created_at    timestamp with time zone not null,
  settled_at    timestamp with time zone,
  request_key   uuid                     not null,
  asked_hash    bytea                    not null,
  sender        text,
  constraint test_texts_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint test_texts_business_id_request_key_key UNIQUE (business_id, request_key),
  constraint test_texts_link_token_key UNIQUE (link_token),
  constraint test_texts_pkey PRIMARY KEY (business_id, id),
  constraint test_texts_price_cents_check CHECK ((price_cents > 0)),
  constraint test_texts_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'unknown'::text, 'accepted'::text, 'rejected'::text, 'absent'::text]))),
  constraint test_texts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX test_texts_by_sid ON test_texts (message_sid) WHERE (message_sid IS NOT NULL);
CREATE INDEX test_texts_by_time ON test_texts (business_id, created_at);
CREATE UNIQUE INDEX test_texts_by_id ON test_texts (id);
alter table test_texts enable row level security;
alter table test_texts force row level security;
create policy every_business on test_texts to goodword_system using (true);
create policy own_business on test_texts to goodword_tenant using ((business_id = current_business()));
grant select, insert, update on test_texts to goodword_system;
grant select, insert, update on test_texts to goodword_tenant;

create table transfers (
  business_id uuid                     not null,
  id          uuid                     not null default uuidv7(),
  kind        text                     not null,
  reference   text                     not null,
  note        text,
  created_at  timestamp with time zone not null default now(),
  checkout_id uuid,
  constraint transfers_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint transfers_business_id_reference_kind_key UNIQUE (business_id, reference, kind),
  constraint transfers_kind_check CHECK ((kind = ANY (ARRAY['grant'::text, 'reserve'::text, 'capture'::text, 'release'::text, 'topup'::text, 'refund'::text, 'dispute'::text, 'reinstate'::text]))),
  constraint transfers_pkey PRIMARY KEY (business_id, id)
);
CREATE INDEX transfers_by_time ON transfers (business_id, created_at DESC, id DESC);
CREATE INDEX transfers_of_checkout ON transfers (business_id, checkout_id) WHERE (checkout_id IS NOT NULL);
CREATE INDEX transfers_of_money ON transfers (business_id, reference) WHERE (kind = ANY (ARRAY['topup'::text, 'refund'::text, 'dispute'::text, 'reinstate'::text]));
CREATE UNIQUE INDEX transfers_settle_once ON transfers (business_id, reference) WHERE (kind = ANY (ARRAY['capture'::text, 'release'::text]));
alter table transfers enable row level security;
alter table transfers force row level security;
create policy every_business on transfers to goodword_system using (true);
create policy own_business on transfers to goodword_tenant using ((business_id = current_business()));
CREATE TRIGGER transfers_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select, insert on transfers to goodword_tenant;
grant select, insert, maintain on transfers to goodword_system;

create table twilio_messages (
  id          text                     not null,
  kind        text                     not null,
  about       text                     not null,
  content     text                     not null,
  received_at timestamp with time zone not null default now(),
  handled_at  timestamp with time zone,
  attempts    smallint                 not null default 0,
  failed_at   timestamp with time zone,
  error       text,
  retry_at    timestamp with time zone,
  dead_at     timestamp with time zone,
  constraint twilio_messages_kind_check CHECK ((kind = ANY (ARRAY['status'::text, 'inbound'::text]))),
  constraint twilio_messages_pkey PRIMARY KEY (id)
);
CREATE INDEX twilio_messages_waiting ON twilio_messages (received_at) WHERE ((handled_at IS NULL) AND (dead_at IS NULL));
grant select, insert, update, delete on twilio_messages to goodword_system;

create table users (
  id                uuid                     not null default uuidv7(),
  issuer            text                     not null,
  subject           text                     not null,
  name              text                     not null,
  email             text                     not null,
  business_id       uuid,
  onboarded_at      timestamp with time zone,
  deactivated_at    timestamp with time zone,
  created_at        timestamp with time zone not null default now(),
  last_signed_in_at timestamp with time zone not null default now(),
  constraint users_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint users_email_check CHECK (((length(email) >= 3) AND (length(email) <= 320))),
  constraint users_issuer_subject_key UNIQUE (issuer, subject),
  constraint users_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint users_pkey PRIMARY KEY (id)
);
CREATE INDEX users_by_business ON users (business_id) WHERE (business_id IS NOT NULL);
alter table users enable row level security;
alter table users force row level security;
create policy every_business on users to goodword_system using (true);
create policy own_business on users to goodword_tenant using ((business_id = current_business()));
grant select on users to goodword_tenant;
grant select, insert, update on users to goodword_system;

create table xero_authorisations (
  business_id             uuid                     not null,
  id                      uuid                     not null default uuidv7(),
  authentication_event_id uuid,
  state                   text                     not null default 'connected'::text,
  access_token            bytea                    not null,
  refresh_token           bytea                    not null,
  access_expires_at       timestamp with time zone not null,
  refreshed_at            timestamp with time zone not null default now(),
  created_at              timestamp with time zone not null default now(),
  constraint xero_authorisations_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint xero_authorisations_pkey PRIMARY KEY (business_id, id),
  constraint xero_authorisations_state_check CHECK ((state = ANY (ARRAY['connected'::text, 'needs_reconnect'::text])))
);
alter table xero_authorisations enable row level security;
alter table xero_authorisations force row level security;
create policy every_business on xero_authorisations to goodword_system using (true);
create policy own_business on xero_authorisations to goodword_tenant using ((business_id = current_business()));
grant select, insert, update on xero_authorisations to goodword_system;
grant select, insert, update on xero_authorisations to goodword_tenant;

create table xero_consents (
  business_id  uuid                     not null,
  state_hash   bytea                    not null,
  browser_hash bytea                    not null,
  session_hash bytea                    not null,
  expires_at   timestamp with time zone not null,
  constraint xero_consents_browser_hash_check CHECK ((octet_length(browser_hash) = 32)),
  constraint xero_consents_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id),
  constraint xero_consents_pkey PRIMARY KEY (business_id, state_hash),
  constraint xero_consents_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES sessions(token_hash) ON DELETE CASCADE,
  constraint xero_consents_state_hash_check CHECK ((octet_length(state_hash) = 32)),
  constraint xero_consents_state_hash_key UNIQUE (state_hash)
);
CREATE INDEX xero_consents_by_expiry ON xero_consents (expires_at);
CREATE INDEX xero_consents_by_session ON xero_consents (session_hash);
alter table xero_consents enable row level security;
alter table xero_consents force row level security;
create policy every_business on xero_consents to goodword_system using (true);
create policy own_business on xero_consents to goodword_tenant using ((business_id = current_business()));
grant select, insert, update, delete on xero_consents to goodword_system;

create table xero_events (
  business_id    uuid                     not null,
  id             bigint                   not null generated always as identity,
  tenant_id      uuid                     not null,
  resource_id    uuid                     not null,
  category       text                     not null,
  event_type     text                     not null,
  event_at       timestamp with time zone not null,
  correlation_id text                     not null,
  received_at    timestamp with time zone not null default now(),
  handled_at     timestamp with time zone,
  attempts       smallint                 not null default 0,
  failed_at      timestamp with time zone,
  error          text,
  retry_at       timestamp with time zone,
  dead_at        timestamp with time zone,
  constraint xero_events_pkey PRIMARY KEY (business_id, id, event_at),
  constraint xero_events_tenant_id_resource_id_event_at_category_event_t_key UNIQUE (tenant_id, resource_id, event_at, category, event_type)
) partition by RANGE (event_at);
CREATE INDEX xero_events_dead ON xero_events (dead_at) WHERE ((handled_at IS NULL) AND (dead_at IS NOT NULL));
CREATE INDEX xero_events_received ON xero_events (received_at);
CREATE INDEX xero_events_waiting ON xero_events (business_id, tenant_id, id) WHERE ((handled_at IS NULL) AND (dead_at IS NULL));
alter table xero_events enable row level security;
alter table xero_events force row level security;
create policy every_business on xero_events to goodword_system using (true);
create policy own_business on xero_events to goodword_tenant using ((business_id = current_business()));
grant select, insert, update on xero_events to goodword_tenant;
grant select, insert, update, delete, maintain on xero_events to goodword_system;

function apply_entries() returns trigger language plpgsql volatile;
function close_default(whole text, moment timestamp with time zone) returns boolean language plpgsql volatile security definer set search_path=pg_catalog, pg_temp set lock_timeout=200ms; execute granted to goodword_system;
function current_business() returns uuid language sql stable parallel safe;
function current_history() returns TABLE(system_id bigint, timeline text, started_at timestamp with time zone) language sql stable;
function drop_partition(whole text, moment timestamp with time zone, since timestamp with time zone, waiting_since timestamp with time zone) returns integer language plpgsql volatile security definer set search_path=pg_catalog, pg_temp set lock_timeout=200ms set enable_seqscan=off; execute granted to goodword_system;
function enqueue_job(task text, payload json, key text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, keep_earlier boolean DEFAULT false, queue text DEFAULT NULL::text) returns void language plpgsql volatile security definer set search_path=pg_catalog, pg_temp; execute granted to goodword_system, goodword_tenant;
function make_partition(whole text, moment timestamp with time zone) returns void language plpgsql volatile security definer set search_path=pg_catalog, pg_temp set lock_timeout=200ms set client_min_messages=warning; execute granted to goodword_system;
function open_default(whole text, moment timestamp with time zone) returns void language plpgsql volatile security definer set search_path=pg_catalog, pg_temp set lock_timeout=200ms set client_min_messages=warning; execute granted to goodword_system;
function partition_of(whole text, moment timestamp with time zone, OUT part text, OUT key text, OUT begins timestamp with time zone, OUT ends timestamp with time zone) returns record language plpgsql immutable set search_path=pg_catalog, pg_temp;
function prove_default(whole text, moment timestamp with time zone) returns void language plpgsql volatile security definer set search_path=pg_catalog, pg_temp set lock_timeout=5s; execute granted to goodword_system;
function raise_fence(why text DEFAULT NULL::text, back_to timestamp with time zone DEFAULT NULL::timestamp with time zone) returns text language plpgsql volatile;
function receive_xero_events(incoming jsonb) returns TABLE(known bigint, kept bigint, tenants uuid[]) language sql volatile set enable_seqscan=off set enable_hashjoin=off set enable_mergejoin=off set plan_cache_mode=force_generic_plan;
function record_accepted(accepted jsonb) returns TABLE(attempt_id uuid, request_id uuid, scheduled_at timestamp with time zone) language sql volatile set enable_seqscan=off set enable_hashjoin=off set enable_mergejoin=off set plan_cache_mode=force_generic_plan;
function record_sms_statuses(callbacks jsonb, progress jsonb) returns void language plpgsql volatile set enable_seqscan=off set enable_hashjoin=off set enable_mergejoin=off set plan_cache_mode=force_generic_plan;
function refuse_change() returns trigger language plpgsql volatile;
function refuse_unless_emptied() returns trigger language plpgsql volatile;
function search_key(words text) returns text language sql immutable parallel safe;
function stop_vacuum(name regclass) returns void language plpgsql volatile set search_path=pg_catalog, pg_temp set lock_timeout=5s;
function take_xero_calls(tenant uuid, wanted integer, needed integer, burst integer, at timestamp with time zone) returns TABLE(granted integer, again_at timestamp with time zone) language plpgsql volatile;
function uuidv7() returns uuid language sql volatile parallel safe;
procedure wall_off(IN wanted regclass, IN key text DEFAULT 'business_id'::text) language plpgsql volatile;
