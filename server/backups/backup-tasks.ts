import type { Db } from '../database/database.ts'
import type { Env } from '../platform/process/env.ts'
import type { Log } from '../platform/process/log.ts'
import type { Tasks } from '../platform/postgres/work/jobs.ts'
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
  clock: () => Date
}

/** `back-up` belongs on the clock once an hour. */
export const createBackupTasks = (deps: BackupDeps): Tasks => ({
  'back-up': async (_payload, run) => {
    const { BACKUP_TO, BACKUP_KEY } = deps.env
    if (BACKUP_TO && BACKUP_KEY)
      await deps.leases.alone(BACKUP_LEASE, async () => keepUp(deps, openPlace(deps.env), run?.stopping))
  },
})

/**
 * Takes one if it is due, restores it as a trial, and only then removes the oldest. A backup that fails is tried again
 * by the queue; a trial that was cut short by a restart comes with the next hour.
 */
const keepUp = async (deps: BackupDeps, place: Place, signal: AbortSignal | undefined): Promise<void> => {
  const { db, env, log, clock } = deps
  await lookWhatIsThere(deps, place)
  const { takenAt } = await readAges(db, place.name)
  const taken = isBackupDue({ takenAt, now: clock(), hour: env.BACKUP_HOUR })
    ? await take(deps, place, signal)
    : undefined
  const isTrialWanted = env.BACKUP_VERIFY_IDENTITY_FILE !== undefined
  const untried = isTrialWanted ? await newestUntried(db, place.name) : undefined
  if (untried && (signal?.aborted || !(await tryOut(deps, place, untried, signal)))) return
  const newest = isTrialWanted ? untried : taken
  if (!newest) return
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
