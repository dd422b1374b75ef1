-- Upgrade: before, harmless.
-- The newest migration that the process knows, by its number: one that is breaking waits until every process knows it.
-- Null for processes of a version before this column.
alter table processes add column knows integer;
