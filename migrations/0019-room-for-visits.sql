-- A visit of a review link is noted on the row of its request, long after the row has settled. With room left on its page
-- the new version stays there and no index is touched; without, each visit wrote to eight indexes, and the more rows there
-- were, the more of them was on pages that nobody had touched since the last checkpoint. Pages fill so from now on.
alter table review_requests set (fillfactor = 85);
