-- When we last asked the gateway about a text that it never spoke of again, so that everybody has a turn.
alter table review_requests add column asked_at timestamptz;
