-- What Xero said is left of its day's calls holds for a while only.
alter table organisations add column day_read_at timestamptz;
