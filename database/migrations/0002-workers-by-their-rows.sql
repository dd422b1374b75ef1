-- A worker's row is renewed every few seconds, and that alone says that it is at work. On one host its process id says
-- sooner that it ended: `place` names where that number means one process.
alter table processes drop column lock_key, add column place text, add column pid integer;
comment on table processes is 'The processes at work: a worker renews its row, and another frees what one that stopped renewing had taken.';
