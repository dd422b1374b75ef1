-- When a text was meant to go, which no postponement moves: two weeks later it expires.
alter table review_requests add column meant_at timestamptz not null default now();
