-- What an owner was told by e-mail, so that she hears of each thing once and never twice a day.
create table owner_notices (
  business_id  uuid        primary key references businesses,
  is_off       boolean     not null default false,
  -- 0 nothing told, 1 funds are low, 2 very low, 3 texts have stopped.
  funds_level  smallint    not null default 0 check (funds_level between 0 and 3),
  xero_told    boolean     not null default false,
  last_sent_at timestamptz,
  -- In every mail, to end them without an account.
  off_token    text        not null unique check (length(off_token) >= 22)
);
call wall_off('owner_notices');
grant select, insert, update on owner_notices to goodword_tenant, goodword_system;
