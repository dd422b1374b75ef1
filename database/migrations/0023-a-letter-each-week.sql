-- Of the owner's weekly letter: whether she wants none, and the Monday of the latest that was written.
alter table owner_notices
  add column letter_is_off boolean not null default false,
  add column letter_of     date;
