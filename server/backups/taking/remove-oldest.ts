import type { Db } from '../../database/database.ts'
import { keepsRecords, namesThatFailed, recordRemoved } from '../backup-records.ts'
import type { Place } from '../places/place.ts'
import { namesToRemove } from './keep-rules.ts'

/**
 * Removes what is older than the `keep` newest good ones at a place, once `newest` is known to be good. Where the place
 * refuses, that backup is no worse for it: returns also what stayed, and why.
 */
export const removeOldest = async (
  db: Db,
  place: Place,
  { keep, newest }: { keep: number; newest: string },
): Promise<{ removed: string[]; refused: string | undefined }> => {
  const isKept = await keepsRecords(db)
  const removed: string[] = []
  try {
    const failed = isKept ? await namesThatFailed(db, place.name) : []
    for (const name of namesToRemove({ names: await place.list(), failed, newest, keep })) {
      await place.remove(name)
      removed.push(name)
      if (isKept) await recordRemoved(db, { place: place.name, name })
    }
    return { removed, refused: undefined }
  } catch (cause) {
    return { removed, refused: (cause as Error).message }
  }
}
