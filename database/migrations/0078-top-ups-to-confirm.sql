-- Upgrade: before, harmless.
-- Automatic top-ups that an owner may have withdrawn after the moment to which the database went back are paused until
-- she confirms them (decision 43).
alter table auto_top_ups drop constraint auto_top_ups_paused_reason_check;
alter table auto_top_ups add constraint auto_top_ups_paused_reason_check
  check (paused_reason in ('declined', 'authentication', 'unusable', 'taken_back', 'unconfirmed')) not valid;
-- Whether it is certain that records are missing: another cluster, another table, a primary that came back, an order
-- that only Stripe knew. After a promotion alone it is not.
alter table recovery add column went_back boolean not null default false;
-- Each raise renews `fenced_at`; how long the history before was unseen is counted to the first one.
alter table recovery add column up_since timestamptz;
