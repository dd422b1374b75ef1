-- Upgrade: before, harmless.
-- Of which experiment a text is, and on which side its customer is. Without a reference, which would lock.
alter table review_requests
  add column experiment_id   uuid,
  add column experiment_side text check (experiment_side in ('a', 'b'));
