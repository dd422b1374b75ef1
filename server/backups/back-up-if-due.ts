import type { Db } from '../database/database.ts'
import type { Env } from '../platform/process/env.ts'
import type { Log } from '../platform/process/log.ts'
import type { Leases } from '../platform/postgres/work/leases.ts'
import { readAges } from './backup-ages.ts'
import { isBackupDue } from './backup-due-rules.ts'
import { newestUntried, recordPresence } from './backup-records.ts'
import { openPlace } from './places/open-place.ts'
import type { Place } from './places/place.ts'
import { tryOut } from './restoring/try-out.ts'
import { BACKUP_LEASE } from './taking/alone.ts'
import { backUp } from './taking/back-up.ts'
import { removeOldest } from './taking/remove-oldest.ts'

export type BackupDeps = {
  db: Db
  env: Env
  databaseUrl: string
  leases: Leases
  log: Log
}

/**
 * Takes one if it is due, restores it as a trial, and only then removes the oldest. While a trial lasts, another backup
 * may be taken by hand.
 */
export const backUpIfDue = async (deps: BackupDeps, signal: AbortSignal | undefined): Promise<void> => {
  const place = openPlace(deps.env)
  let newest: string | undefined
  await deps.leases.alone(BACKUP_LEASE, async () => {
    newest = await takeIfDue(deps, place, signal)
  })
  await deps.leases.alone(TRIAL_LEASE, async () => {
    if (deps.env.BACKUP_VERIFY_IDENTITY_FILE) newest = await tryNewest(deps, place, signal)
    if (newest) await removeOld(deps, place, newest)
  })
}

const TRIAL_LEASE = 'backup-trial'

/**
 * All by the clock of the database, which dates them: a worker's that is ahead would take one each hour. One that fails
 * is tried again by the queue.
 */
const takeIfDue = async (
  deps: BackupDeps,
  place: Place,
  signal: AbortSignal | undefined,
): Promise<string | undefined> => {
  await lookWhatIsThere(deps, place)
  const { now, takenAt } = await readAges(deps.db, place.name)
  return isBackupDue({ takenAt, now, hour: deps.env.BACKUP_HOUR }) ? take(deps, place, signal) : undefined
}

/** Also one whose trial a restart cut short. Returns it if it is good. */
const tryNewest = async (
  deps: BackupDeps,
  place: Place,
  signal: AbortSignal | undefined,
): Promise<string | undefined> => {
  const untried = await newestUntried(deps.db, place.name)
  if (!untried || signal?.aborted) return undefined
  return (await tryOut(deps, place, untried, signal)) ? untried : undefined
}

const removeOld = async ({ db, env, log }: BackupDeps, place: Place, newest: string): Promise<void> => {
  const { removed, refused } = await removeOldest(db, place, { keep: env.BACKUP_KEEP, newest })
  if (removed.length > 0) log.info({ removed }, 'backups that are old enough were removed')
  if (refused) log.warn({ why: refused }, 'a backup that is old enough could not be removed')
}

/** Where the folder or store was emptied, the next backup is due at once. */
const lookWhatIsThere = async ({ db, log }: BackupDeps, place: Place): Promise<void> => {
  const names = await place.list().catch((cause: unknown) => {
    log.warn({ err: cause }, 'where backups lie could not be looked at')
  })
  if (names) await recordPresence(db, place.name, names)
}

const take = async (
  { db, env, databaseUrl, log }: BackupDeps,
  place: Place,
  signal: AbortSignal | undefined,
): Promise<string> => {
  const taking = { db, databaseUrl, place, recipients: env.BACKUP_KEY!, signal }
  const { name, bytes, seconds } = await backUp(taking)
  log.info({ backup: name, bytes, seconds }, 'a backup was taken and read back')
  return name
}
