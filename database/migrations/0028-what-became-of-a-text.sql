-- What an owner decided about one text, in the order in which she did: the text itself keeps only its last state. Its
-- rows are never changed. A row is written while its text is locked, so that it takes no other lock: no reference to
-- the user, whose row others lock before texts.
create table owner_choices (
  business_id uuid        not null,
  request_id  uuid        not null,
  id          uuid        not null default uuidv7(),
  -- As the screens name it: POST /api/review-requests/{id}/…
  choice      text        not null check (choice in ('send-now', 'hold', 'resume', 'cancel', 'undo-cancel')),
  chosen_at   timestamptz not null,
  -- Null in the demo.
  user_id     uuid,
  primary key (business_id, request_id, id),
  foreign key (business_id, request_id) references review_requests (business_id, id)
);
call wall_off('owner_choices');
grant select, insert on owner_choices to goodword_tenant;
grant select on owner_choices to goodword_system;

-- When it was cancelled or expired.
alter table review_requests add column ended_at timestamptz;
