import { checkBackups } from '../../backups/check-backups.ts'
import type { Db } from '../../database/database.ts'
import { notChecked, ok, wrong, type Check } from './check.ts'

/** The age of the last backup, and of the last that was restored as a trial. */
export const checkBackup = async (db: Db, env: Parameters<typeof checkBackups>[1]): Promise<Check> => {
  const { state, words } = await checkBackups(db, env)
  return { well: ok, wrong, none: notChecked }[state]('backups', words)
}
