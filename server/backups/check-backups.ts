import type { Db } from '../database/database.ts'
import { HOUR_MS } from '../platform/dates.ts'
import { archiveName } from './archive/archive-format.ts'
import { readAges } from './backup-ages.ts'
import { namesOnRecord } from './backup-records.ts'
import { openPlace, type PlaceSettings } from './places/open-place.ts'
import type { Place } from './places/place.ts'
import { utcMoment } from '../platform/moments-in-words-rules.ts'

/** One is taken each night, and takes its time. */
const TOO_OLD_MS = 26 * HOUR_MS

export type BackupVerdict = { state: 'well' | 'wrong' | 'none'; words: string }

/** Whether the nightly place has a backup that was restored as a trial and is not older than a day. */
export const checkBackups = async (db: Db, env: PlaceSettings): Promise<BackupVerdict> => {
  const nightly = env.BACKUP_TO ? openPlace(env) : undefined
  const { now, takenAt, verifiedAt, error } = await readAges(db, nightly?.name)
  const isOld = (at: Date) => now.getTime() - at.getTime() > TOO_OLD_MS
  if (!takenAt)
    return nightly
      ? { state: 'wrong', words: `${await noneOnRecord(nightly)}${error ? `: ${error}` : TAKES_ONE}` }
      : {
          state: 'none',
          words: 'Goodword takes none: set BACKUP_TO, or have PostgreSQL’s own (docs/BACKUPS.md)',
        }
  const newer = nightly ? await newerThere(db, nightly, { takenAt, now }) : ''
  const known = newer || !nightly ? ' on record' : ''
  const rest = `${newer}${error ? `; since then one failed: ${error}` : ''}`
  const last = `the last${known} is of ${utcMoment(takenAt)}`
  if (isOld(takenAt)) return { state: 'wrong', words: `${last}, over a day ago${rest}` }
  if (!verifiedAt)
    return {
      state: 'wrong',
      words: `${last}, and no trial of one is on record: \`goodword backup verify\`${rest}`,
    }
  const tried = `the last${known} that was restored as a trial`
  if (isOld(verifiedAt))
    return {
      state: 'wrong',
      words: `${tried} is of ${utcMoment(verifiedAt)}, over a day ago: \`goodword backup verify\`${rest}`,
    }
  if (error) return { state: 'wrong', words: `${last}${rest}` }
  return { state: 'well', words: `${last}, ${tried} of ${utcMoment(verifiedAt)}${rest}` }
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

/** The same where it knows one before: the one that it came from, and those that were taken after that one. */
const newerThere = async (
  db: Db,
  { name: place, list }: Place,
  { takenAt, now }: { takenAt: Date; now: Date },
): Promise<string> => {
  const [from, until] = [archiveName(takenAt), archiveName(now)]
  const names = (await list().catch(() => [])).filter((name) => name > from && name <= until)
  const known = new Set(await namesOnRecord(db, place, names))
  const newer = names.filter((name) => !known.has(name))
  if (newer.length === 0) return ''
  return newer.length === 1
    ? `; as after a restore, 1 newer backup that is not on record lies at ${place}: ${newer[0]}`
    : `; as after a restore, ${newer.length} newer backups that are not on record lie at ${place}, the newest ${newer.at(-1)}`
}
