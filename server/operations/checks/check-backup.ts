import { checkBackups } from '../../backups/check-backups.ts'
import type { Db } from '../../database/database.ts'
import type { Env } from '../../platform/process/env.ts'
import { notChecked, ok, wrong, type Check } from './check.ts'

/** The age of the last backup, and of the last that was restored as a trial. */
export const checkBackup = async (db: Db, { BACKUP_TO }: Pick<Env, 'BACKUP_TO'>): Promise<Check> => {
  const { state, words } = await checkBackups(db, BACKUP_TO)
  return { well: ok, wrong, none: notChecked }[state]('backups', words)
}
