-- Upgrade: before, harmless.
-- What Google says of a business's own profile, once its owner lets us read it. Reviews are kept for 30 days after
-- Google last returned them, and nowhere else (decision 68).

-- An owner on the way to Google and back: the session that began must still be there when she returns.
create table profile_consents (
  business_id   uuid        not null references businesses,
  state_hash    bytea       not null unique check (octet_length(state_hash) = 32),
  browser_hash  bytea       not null check (octet_length(browser_hash) = 32),
  session_hash  bytea       not null references sessions on delete cascade,
  code_verifier text        not null check (length(code_verifier) <= 200),
  expires_at    timestamptz not null,
  primary key (business_id, state_hash)
);
create index profile_consents_by_session on profile_consents (session_hash);
create index profile_consents_by_expiry on profile_consents (expires_at);
call wall_off('profile_consents');
grant select, insert, update, delete on profile_consents to goodword_system;

-- One consent of one person, with a token of its own, never merged with the sign-in; and the location that it reads.
create table profile_connections (
  business_id       uuid        primary key references businesses,
  -- Of this consent: a job that ends it knows it again.
  id                uuid        not null default uuidv7(),
  -- Who granted it: Google's subject, or the name of that person's own account.
  google_sub        text        check (length(google_sub) <= 200),
  -- Sealed.
  refresh_token     bytea       not null,
  granted_at        timestamptz not null,
  state             text        not null check (state in
    ('choosing', 'waiting_for_google', 'connected', 'needs_reauth', 'unreachable', 'detaching')),
  state_since       timestamptz not null,
  -- v4 names a location by both.
  account_id        text        check (length(account_id) <= 100),
  location_id       text        check (length(location_id) <= 100),
  location_title    text        check (length(location_title) <= 300),
  location_place_id text        check (length(location_place_id) <= 300),
  -- Whether Google says that the owner speaks for it (hasVoiceOfMerchant).
  is_verified       boolean,
  location_read_at  timestamptz,
  -- Whether Google notifies our topic of this account.
  notifies          boolean     not null default false,
  -- Null where there is nothing to read.
  next_read_at      timestamptz,
  last_read_at      timestamptz,
  -- Since when Google answers that the location is not there, or may not be read.
  refused_since     timestamptz,
  -- As Google last said, and when. They die with the reviews.
  total_reviews     integer,
  average_rating    numeric(3, 2),
  totals_at         timestamptz,
  -- A full listing under way: when it began, and where it goes on.
  full_began_at     timestamptz,
  full_page_token   text        check (length(full_page_token) <= 2000),
  -- When a full listing last ended, and whether it listed as many as Google counts.
  full_read_at      timestamptz,
  full_was_whole    boolean
);
create index profile_connections_due on profile_connections (next_read_at)
  where next_read_at is not null and state in ('connected', 'waiting_for_google', 'unreachable');
create index profile_connections_by_location on profile_connections (location_id) where location_id is not null;
call wall_off('profile_connections');
grant select, insert, update, delete on profile_connections to goodword_system;
grant select, insert, update, delete on profile_connections to goodword_tenant;

-- The only copy of a review. It goes 30 days after Google last returned it.
create table google_reviews (
  business_id   uuid        not null references businesses,
  review_id     text        not null check (length(review_id) between 1 and 300),
  -- As Google says it; null where the reviewer is anonymous.
  reviewer_name text        check (length(reviewer_name) <= 500),
  photo_url     text        check (length(photo_url) <= 2000),
  is_anonymous  boolean     not null,
  -- Null where Google names none.
  stars         smallint    check (stars between 1 and 5),
  -- Null where it is a rating only.
  comment       text        check (length(comment) <= 10000),
  -- Google's createTime and updateTime.
  written_at    timestamptz not null,
  changed_at    timestamptz not null,
  reply_comment text        check (length(reply_comment) <= 10000),
  replied_at    timestamptz,
  -- Where the owner replies at Google, and where the review is shown.
  reply_url     text        check (length(reply_url) <= 2000),
  review_url    text        check (length(review_url) <= 2000),
  -- When we first read it.
  found_at      timestamptz not null,
  fetched_at    timestamptz not null,
  expires_at    timestamptz not null,
  -- The full listing that named it last.
  listed_at     timestamptz,
  -- Since when whole listings no longer name it.
  missing_since timestamptz,
  primary key (business_id, review_id),
  check (expires_at <= fetched_at + interval '30 days')
);
create index google_reviews_newest on google_reviews (business_id, written_at desc, review_id desc);
create index google_reviews_by_expiry on google_reviews (expires_at);
call wall_off('google_reviews');
grant select, insert, update, delete on google_reviews to goodword_system;
grant select, insert, update, delete on google_reviews to goodword_tenant;
