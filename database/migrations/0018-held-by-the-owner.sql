-- A text that its owner holds back is not sent until she lets it go. Since when; kept where one that was held is
-- cancelled, so that it comes back as held.
alter table review_requests
  add column held_at timestamptz,
  drop constraint review_requests_state_check,
  add constraint review_requests_state_check check (state in
    ('scheduled', 'waiting_for_funds', 'held', 'sending', 'unknown', 'sent', 'delivered', 'failed', 'cancelled', 'expired')),
  add constraint review_requests_held_since check (state <> 'held' or held_at is not null);
create index review_requests_held on review_requests (business_id, due_at, id) where state = 'held';

-- The time of day, in minutes after midnight, at which texts go out unless she says no; null: she is not asked first.
alter table businesses
  add column ask_first_at smallint check (ask_first_at between 0 and 1439),
  add constraint businesses_asks_inside_hours check (
    ask_first_at is null or sending_from is null or (ask_first_at >= sending_from and ask_first_at < sending_until));
