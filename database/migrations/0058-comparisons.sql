-- Upgrade: before, harmless.
-- What an owner compares: a text against none, two delays, two messages. Registered before it starts and never changed
-- after: only stopped, which the rights of the role hold (decision 70).
create table experiments (
  business_id     uuid        not null references businesses,
  -- In the order in which they were registered: one runs at a time.
  id              uuid        not null default uuidv7(),
  kind            text        not null check (kind in ('hold_out', 'delays', 'wordings')),
  -- With a customer's phone it draws the side.
  seed            bytea       not null check (octet_length(seed) = 16),
  -- Of a hundred customers, how many are on side b: without a text, with the other delay or message.
  percent_b       smallint    not null check (percent_b between 1 and 50),
  delay_a_minutes integer     check (delay_a_minutes >= 0),
  delay_b_minutes integer     check (delay_b_minutes >= 0),
  wording_a       text        check (length(wording_a) <= 2000),
  wording_b       text        check (length(wording_b) <= 2000),
  registered_at   timestamptz not null,
  ends_at         timestamptz not null check (ends_at > registered_at),
  stopped_at      timestamptz,
  primary key (business_id, id),
  check ((kind = 'delays') = (delay_a_minutes is not null) and (kind = 'delays') = (delay_b_minutes is not null)),
  check ((kind = 'wordings') = (wording_a is not null) and (kind = 'wordings') = (wording_b is not null))
);
call wall_off('experiments');
grant select, insert, update (stopped_at) on experiments to goodword_tenant;
grant select, delete on experiments to goodword_system;

-- Each customer of an experiment once, with the first decision about her in which a text was due to her.
create table experiment_customers (
  business_id   uuid        not null,
  experiment_id uuid        not null,
  -- Drawn from the seed and the keyed hash of her phone: tells her from others in this experiment, and nowhere else.
  draw          bytea       not null check (octet_length(draw) = 32),
  side          text        not null check (side in ('a', 'b')),
  tenant_id     uuid        not null,
  invoice_id    uuid        not null,
  entered_at    timestamptz not null,
  -- When the text was to go, or would have gone.
  meant_at      timestamptz not null,
  primary key (business_id, experiment_id, draw),
  foreign key (business_id, experiment_id) references experiments (business_id, id)
);
call wall_off('experiment_customers');
grant select, insert on experiment_customers to goodword_tenant;
grant select, update, delete on experiment_customers to goodword_system;
