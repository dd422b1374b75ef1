-- The place of a text in the queue of its business, which other reasons to wait leave to it; null while it has none.
alter table review_requests add column turn_at timestamptz;
