-- Upgrade: before, harmless.
-- When an owner last looked at her reviews: what is found later is new to her. Nothing that Google says is in it.
create table reviews_seen (
  business_id uuid        not null references businesses,
  user_id     uuid        not null references users,
  seen_at     timestamptz not null,
  primary key (business_id, user_id)
);
call wall_off('reviews_seen');
grant select, insert, update on reviews_seen to goodword_tenant;
grant select, delete on reviews_seen to goodword_system;
