-- Upgrade: before, harmless, outside a transaction.
-- `doctor` counts the day’s payments that only the sweep found, without a look at each business. Few rows are in it:
-- a webhook reports nearly all.
create index concurrently decisions_no_webhook_reported on decisions (decided_at)
  where found_by = 'sweep' and reason is distinct from 'paid_before_go_live';
