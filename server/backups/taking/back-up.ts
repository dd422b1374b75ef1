import type { Db } from '../../database/database.ts'
import {
  forgetOld,
  keepsRecords,
  recordBegun,
  recordFailed,
  recordFinished,
  type BackupKey,
} from '../backup-records.ts'
import { takeBackup, type Taken, type Taking } from './take-backup.ts'

export type BackingUp = Omit<Taking, 'begun'> & { db: Db }

/** Takes a backup, and writes down what became of it. Those before it stay: see `removeOldest`. */
export const backUp = async ({ db, ...taking }: BackingUp): Promise<Taken> => {
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
    if (isKept) await forgetOld(db)
    return taken
  } catch (cause) {
    if (isKept && key) await recordFailed(db, key, (cause as Error).message).catch(() => undefined)
    throw cause
  }
}
