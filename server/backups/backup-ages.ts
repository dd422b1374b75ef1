import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/database.ts'
import { NOT_IN_THE_FUTURE } from './backup-records.ts'

export type BackupAges = {
  /** By the clock of the database, which also wrote the others. */
  now: Date
  /** Of the moment that the last whole backup holds which is there. */
  takenAt: Date | null
  /** Of the moment that the last restored one holds. */
  verifiedAt: Date | null
  /** Of what went wrong since the last whole backup, if anything did. */
  error: string | null
}

/** Of the nightly place alone; where there is none, of all that were ever taken. */
const AT = (place: string | undefined) => sql`(${place ?? null}::text is null or place = ${place ?? null})`
const WHOLE = sql`finished_at is not null and removed_at is null and ${NOT_IN_THE_FUTURE}`
const VERIFIED = sql`verified_at is not null and ${NOT_IN_THE_FUTURE}`

export const readAges = async (db: Db, place: string | undefined): Promise<BackupAges> => {
  const { rows } = await sql<BackupAges>`
    with ours as (select * from backups where ${AT(place)})
    select now() as now, last.taken_at as "takenAt", (select max(taken_at) from ours where ${VERIFIED}) as "verifiedAt",
           (select error from ours where failed_at is not null and failed_at > coalesce(last.finished_at, '-infinity')
            order by failed_at desc limit 1) as error
    from (select) one
    left join lateral (select * from ours where ${WHOLE} order by taken_at desc limit 1) last on true`.execute(
    db,
  )
  return rows[0]!
}

type Age = RawBuilder<{ label: string; value: number }>

/** No reading where none was ever begun. Before the first is whole, and before the first trial, since the first one. */
const ageOf = (place: string | undefined, which: RawBuilder<unknown>): Age => sql`
  select '' as label,
         extract(epoch from now() - coalesce(max(taken_at) filter (where ${which}),
                                             least(min(taken_at), now())))::float8 as value
  from backups where ${AT(place)} having count(*) > 0`

export const backupAge = (place: string | undefined): Age => ageOf(place, WHOLE)
export const verifiedAge = (place: string | undefined): Age => ageOf(place, VERIFIED)
