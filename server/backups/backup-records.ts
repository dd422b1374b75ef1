import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

export type BackupKey = { place: string; name: string }

/** A database that was not migrated yet has no table for it: its backup is taken all the same. */
export const keepsRecords = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{
    keeps: boolean
  }>`select to_regclass('public.backups') is not null as keeps`.execute(db)
  return rows[0]!.keeps
}

export const recordBegun = async (db: Db, { place, name }: BackupKey, takenAt: Date): Promise<void> => {
  await db
    .insertInto('backups')
    .values({ place, name, taken_at: takenAt })
    .onConflict((conflict) =>
      conflict.columns(['place', 'name']).doUpdateSet({ failed_at: null, error: null, removed_at: null }),
    )
    .execute()
}

/** Whole at its place, and read back. */
export const recordFinished = async (db: Db, { place, name }: BackupKey, bytes: number): Promise<void> => {
  await db
    .updateTable('backups')
    .set({ finished_at: sql`now()`, read_back_at: sql`now()`, bytes, failed_at: null, error: null })
    .where('place', '=', place)
    .where('name', '=', name)
    .execute()
}

export const recordFailed = async (db: Db, { place, name }: BackupKey, why: string): Promise<void> => {
  await db
    .updateTable('backups')
    .set({ failed_at: sql`now()`, error: why.slice(0, 500), verified_at: null })
    .where('place', '=', place)
    .where('name', '=', name)
    .execute()
}

/**
 * Also of one that another database took, as after a restore: it is known by its verification then. A copy of the same
 * backup may lie at several places, and what restores one of them restores it.
 */
export const recordVerified = async (db: Db, { place, name }: BackupKey, takenAt: Date): Promise<void> => {
  const now = sql<Date>`now()`
  await db
    .updateTable('backups')
    .set({ verified_at: now, failed_at: null, error: null })
    .where('name', '=', name)
    .where('taken_at', '=', takenAt)
    .execute()
  await db
    .insertInto('backups')
    .values({ place, name, taken_at: takenAt, finished_at: takenAt, verified_at: now })
    .onConflict((conflict) =>
      conflict.columns(['place', 'name']).doUpdateSet({ verified_at: now, failed_at: null, error: null }),
    )
    .execute()
}

export const recordRemoved = async (db: Db, { place, name }: BackupKey): Promise<void> => {
  await db
    .updateTable('backups')
    .set({ removed_at: sql`now()` })
    .where('place', '=', place)
    .where('name', '=', name)
    .execute()
}

/** What lies there now: one that somebody removed counts no more, one that is there again does. */
export const recordPresence = async (db: Db, place: string, names: string[]): Promise<void> => {
  await sql`
    update backups set removed_at = case when name = any(${names}) then null else now() end
    where place = ${place} and finished_at is not null and (removed_at is null) <> (name = any(${names}))`.execute(
    db,
  )
}

/** Those of these names that this database knows, whatever became of them. */
export const namesOnRecord = async (db: Db, place: string, names: string[]): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from backups where place = ${place} and name = any(${names})`.execute(db)
  return rows.map(({ name }) => name)
}

/** Those that were never read back as they were written, and those that their trial found to be no good. */
export const namesThatFailed = async (db: Db, place: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from backups
    where place = ${place} and (finished_at is null or failed_at is not null) and verified_at is null`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** The newest at a place, if its trial has not ended yet: the worker may have been stopped before. */
export const newestUntried = async (db: Db, place: string): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string; isOpen: boolean }>`
    select name, verified_at is null and failed_at is null as "isOpen" from backups
    where place = ${place} and finished_at is not null and removed_at is null and ${NOT_IN_THE_FUTURE}
    order by taken_at desc limit 1`.execute(db)
  return rows[0]?.isOpen ? rows[0].name : undefined
}

/** A clock that was ahead for a while must not make a backup look younger than those after it. */
export const NOT_IN_THE_FUTURE = sql`taken_at <= now() + interval '5 minutes'`

const KEPT_DAYS = 400

export const forgetOld = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('backups')
    .where('taken_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute()
}
