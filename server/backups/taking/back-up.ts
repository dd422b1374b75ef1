import type { Db } from '../../database/database.ts'
import {
  forgetOld,
  keepsRecords,
  recordBegun,
  recordFailed,
  recordFinished,
  recordRemoved,
  type BackupKey,
} from '../backup-records.ts'
import type { Place } from '../places/place.ts'
import { takeBackup, type Taken, type Taking } from './take-backup.ts'

export type BackingUp = Omit<Taking, 'begun'> & {
  db: Db
  /** So many of the newest stay. */
  keep: number
}

export type BackedUp = Taken & { removed: string[] }

/** Takes a backup, writes down what became of it, and removes the oldest once this one is whole. */
export const backUp = async ({ db, keep, ...taking }: BackingUp): Promise<BackedUp> => {
  const { place } = taking
  const isKept = await keepsRecords(db)
  let key: BackupKey | undefined
  const begun = async (name: string, takenAt: Date) => {
    key = { place: place.name, name }
    if (isKept) await recordBegun(db, key, takenAt)
  }
  try {
    const taken = await takeBackup({ ...taking, begun })
    if (isKept) await recordFinished(db, key!, taken.bytes)
    const removed = await removeOldest(place, keep)
    if (isKept) for (const name of removed) await recordRemoved(db, { place: place.name, name })
    if (isKept) await forgetOld(db)
    return { ...taken, removed }
  } catch (cause) {
    if (isKept && key) await recordFailed(db, key, (cause as Error).message).catch(() => undefined)
    throw cause
  }
}

const removeOldest = async (place: Place, keep: number): Promise<string[]> => {
  const names = await place.list()
  const old = names.slice(0, Math.max(0, names.length - keep))
  for (const name of old) await place.remove(name)
  return old
}
