import type { Db } from '../database/database.ts'
import { MINUTE_MS } from '../platform/dates.ts'
import { readAges } from './backup-ages.ts'
import { openPlace, type PlaceSettings } from './places/open-place.ts'
import type { Place } from './places/place.ts'

/** One is taken each night, and takes its time. */
const TOO_OLD_MS = 26 * 60 * MINUTE_MS

export type BackupVerdict = { state: 'well' | 'wrong' | 'none'; words: string }

/** Whether the nightly place has a backup that was restored as a trial and is not older than a day. */
export const checkBackups = async (db: Db, env: PlaceSettings): Promise<BackupVerdict> => {
  const nightly = env.BACKUP_TO ? openPlace(env) : undefined
  const { now, takenAt, verifiedAt, error } = await readAges(db, nightly?.name)
  const isOld = (at: Date) => now.getTime() - at.getTime() > TOO_OLD_MS
  const failed = error ? `; since then one failed: ${error}` : ''
  if (!takenAt)
    return nightly
      ? { state: 'wrong', words: `${await noneOnRecord(nightly)}${error ? `: ${error}` : TAKES_ONE}` }
      : {
          state: 'none',
          words: 'Goodword takes none: set BACKUP_TO, or have PostgreSQL’s own (docs/BACKUPS.md)',
        }
  if (isOld(takenAt))
    return { state: 'wrong', words: `the last is of ${momentOf(takenAt)}, over a day ago${failed}` }
  if (!verifiedAt)
    return {
      state: 'wrong',
      words: `the last is of ${momentOf(takenAt)}, and none was ever restored as a trial: \`goodword backup verify\`${failed}`,
    }
  if (isOld(verifiedAt))
    return {
      state: 'wrong',
      words: `the last that was restored as a trial is of ${momentOf(verifiedAt)}, over a day ago: \`goodword backup verify\`${failed}`,
    }
  if (error) return { state: 'wrong', words: `the last is of ${momentOf(takenAt)}${failed}` }
  return {
    state: 'well',
    words: `the last is of ${momentOf(takenAt)}, the last that was restored as a trial of ${momentOf(verifiedAt)}`,
  }
}

const TAKES_ONE = ': a worker takes one within the hour, `goodword backup` at once'

/** A database that was restored does not know the backup that it came from. */
const noneOnRecord = async ({ name, list }: Place): Promise<string> => {
  const names = await list().catch(() => [])
  const lie = names.length === 1 ? '1 backup lies' : `${names.length} backups lie`
  return names.length === 0
    ? `none is at ${name}`
    : `none is on record, as after a restore; ${lie} at ${name}, the newest ${names.at(-1)}`
}

/** '2026-11-23 02:15 UTC' */
export const momentOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
