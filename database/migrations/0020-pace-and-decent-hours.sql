-- A business asks at most so many customers in any hour and in any 24; null for one without a pace. One that keeps
-- decent hours texts at none of the hours that its customers' countries rule out.
alter table businesses
  add column pace_per_hour      smallint default 20 check (pace_per_hour between 1 and 1000),
  add column pace_per_day       smallint default 60 check (pace_per_day between 1 and 10000),
  add column keeps_decent_hours boolean not null default true,
  add check ((pace_per_hour is null) = (pace_per_day is null) and pace_per_hour <= pace_per_day);
