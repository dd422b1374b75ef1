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
      conflict.columns(['place', 'name']).doUpdateSet({ failed_at: null, error: null }),
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
    .set({ failed_at: sql`now()`, error: why.slice(0, 500) })
    .where('place', '=', place)
    .where('name', '=', name)
    .execute()
}

/** Also of one that another database took, as after a restore: it is known by its verification then. */
export const recordVerified = async (db: Db, { place, name }: BackupKey, takenAt: Date): Promise<void> => {
  const now = sql<Date>`now()`
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

const KEPT_DAYS = 400

export const forgetOld = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('backups')
    .where('taken_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute()
}

export type BackupAges = {
  /** Of the moment that the last whole backup holds. */
  takenAt: Date | null
  place: string | null
  /** Of the moment that the last restored one holds. */
  verifiedAt: Date | null
  /** Of what went wrong since the last whole backup, if anything did. */
  error: string | null
}

export const readAges = async (db: Db): Promise<BackupAges> => {
  const { rows } = await sql<BackupAges>`
    select last.taken_at as "takenAt", last.place,
           (select max(taken_at) from backups where verified_at is not null) as "verifiedAt",
           (select error from backups where failed_at is not null and failed_at > coalesce(last.finished_at, '-infinity')
            order by failed_at desc limit 1) as error
    from (select) one
    left join lateral (select * from backups where finished_at is not null order by taken_at desc limit 1) last on true`.execute(
    db,
  )
  return rows[0]!
}
