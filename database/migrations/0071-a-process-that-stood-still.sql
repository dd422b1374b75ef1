-- Upgrade: before, harmless.
-- The recovery fence has one more reason: a worker stood still, for so long that another server may have taken over
-- and lost its place again (decision 43).
alter table recovery drop constraint recovery_reason_check;
alter table recovery add constraint recovery_reason_check
  check (reason in ('restarted', 'restored', 'replaced', 'paused', 'text', 'report', 'payment')) not valid;
