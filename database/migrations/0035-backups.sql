-- Upgrade: before, harmless.
-- Backups that were taken, and what is known of each: whether it was read back, and whether it was restored as a trial.
-- The files themselves lie elsewhere; a restored database knows those that were taken before it.
create table backups (
  id           uuid        primary key default uuidv7(),
  place        text        not null check (length(place) <= 1000),
  name         text        not null check (length(name) <= 200),
  -- The moment of the snapshot: all that was committed before it is in the backup.
  taken_at     timestamptz not null,
  finished_at  timestamptz,
  bytes        bigint,
  -- Of the file as it was written, read again from its place.
  read_back_at timestamptz,
  -- Restored into a throwaway database, and compared.
  verified_at  timestamptz,
  failed_at    timestamptz,
  error        text        check (length(error) <= 500),
  removed_at   timestamptz,
  unique (place, name)
);
create index backups_by_moment on backups (taken_at);
grant select, insert, update, delete on backups to goodword_system;
