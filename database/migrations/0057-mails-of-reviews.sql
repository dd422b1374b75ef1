-- Upgrade: before, harmless.
-- Whether an owner is mailed how many reviews are new: at once, in her letter on Monday, or never; and when she last
-- was at once.
alter table owner_notices
  add column reviews_mail    text not null default 'weekly' check (reviews_mail in ('at_once', 'weekly', 'never')),
  add column reviews_told_at timestamptz;
