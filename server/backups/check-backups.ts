import type { Db } from '../database/database.ts'
import { MINUTE_MS } from '../platform/dates.ts'
import { readAges } from './backup-ages.ts'
import { nameOfPlace } from './places/place.ts'

/** One is taken each night, and takes its time. */
const TOO_OLD_MS = 26 * 60 * MINUTE_MS

export type BackupVerdict = { state: 'well' | 'wrong' | 'none'; words: string }

/** Whether the nightly place has a backup that was restored as a trial and is not older than a day. */
export const checkBackups = async (db: Db, nightly: string | undefined): Promise<BackupVerdict> => {
  const { now, takenAt, verifiedAt, error } = await readAges(db, nightly && nameOfPlace(nightly))
  const isOld = (at: Date) => now.getTime() - at.getTime() > TOO_OLD_MS
  const failed = error ? `; since then one failed: ${error}` : ''
  if (!takenAt)
    return nightly !== undefined
      ? {
          state: 'wrong',
          words: `none is at ${nightly}${error ? `: ${error}` : ', `goodword backup` takes one'}`,
        }
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

/** '2026-11-23 02:15 UTC' */
export const momentOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
