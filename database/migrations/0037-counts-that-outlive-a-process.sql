-- Upgrade: before, harmless.
-- What processes that have ended had counted, so that the sum over all processes never falls (decision 66). One row.
create table metric_totals (
  is_only boolean not null primary key default true check (is_only),
  -- As the metrics of a process: counters and histograms only.
  totals  jsonb   not null default '[]'
);
insert into metric_totals default values;
grant select, update on metric_totals to goodword_system;

-- When the counters of a silent process went into the totals. Its row is kept for a while: a process that was stopped
-- or cut off for long comes back, and takes them out again.
alter table processes add column departed_at timestamptz;
