set local lock_timeout = '5s';

-- Which card a charge was made with: what its bank says of it later is nothing against another card.
alter table checkouts add column card_id text;
