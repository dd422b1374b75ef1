-- Upgrade: before, harmless.
-- The recovery fence has one more reason: a process has seen a later history of this database (decision 43).
alter table recovery drop constraint recovery_reason_check;
alter table recovery add constraint recovery_reason_check
  check (reason in ('restarted', 'restored', 'replaced', 'text', 'report', 'payment')) not valid;
