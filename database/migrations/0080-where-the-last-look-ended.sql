-- Upgrade: before, harmless.
-- The newest text of the gateway, by its own clock, that the last look for forgotten texts saw: the next one reads back
-- to it. It goes back with the database, and so leads to what a restore without a trace has forgotten (decision 43).
alter table recovery add column looked_to timestamptz;
