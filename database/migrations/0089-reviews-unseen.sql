-- Upgrade: before, harmless.
-- Who looked at the reviews of a profile is forgotten with them.
grant delete on reviews_seen to goodword_tenant;
