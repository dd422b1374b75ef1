import type { Db } from '../database/database.ts'
import type { Env } from '../platform/process/env.ts'
import type { Log } from '../platform/process/log.ts'
import type { Tasks } from '../platform/postgres/work/jobs.ts'
import type { Leases } from '../platform/postgres/work/leases.ts'
import { isBackupDue } from './backup-due-rules.ts'
import { readIdentities } from './backup-keys.ts'
import { readAges, recordFailed, recordVerified } from './backup-records.ts'
import { backUp } from './taking/back-up.ts'
import { openPlace } from './places/open-place.ts'
import { verifyBackup } from './restoring/verify-backup.ts'

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
  'back-up': async (_payload, run) => backUpIfDue(deps, run?.stopping),
})

/** One that fails is tried again by the queue, and the doctor and a metric show how old the last one is. */
const backUpIfDue = async (deps: BackupDeps, signal: AbortSignal | undefined): Promise<void> => {
  const { db, env, clock } = deps
  if (!env.BACKUP_TO || !env.BACKUP_KEY) return
  const { takenAt } = await readAges(db)
  if (!isBackupDue({ takenAt, now: clock(), hour: env.BACKUP_HOUR })) return
  await deps.leases.alone('backup', async () => takeAndVerify(deps, signal))
}

const takeAndVerify = async (deps: BackupDeps, signal: AbortSignal | undefined): Promise<void> => {
  const { db, env, databaseUrl, log } = deps
  const place = openPlace(env)
  const {
    name,
    bytes: size,
    seconds,
    header,
    removed,
  } = await backUp({
    db,
    databaseUrl,
    place,
    recipients: env.BACKUP_KEY!,
    keep: env.BACKUP_KEEP,
    signal,
  })
  log.info({ backup: name, bytes: size, seconds, removed }, 'a backup was taken and read back')
  if (!env.BACKUP_VERIFY_IDENTITY_FILE || signal?.aborted) return
  const key = { place: place.name, name }
  try {
    const identities = await readIdentities(env.BACKUP_VERIFY_IDENTITY_FILE)
    const serverUrl = env.MIGRATE_DATABASE_URL ?? databaseUrl
    const bytes = await place.read(name)
    const verified = await verifyBackup({ databaseUrl: serverUrl, bytes, identities, signal })
    if (verified.ledgerFaults.length > 0) throw new Error(verified.ledgerFaults.join('; '))
    await recordVerified(db, key, header.takenAt)
    log.info({ backup: name, seconds: verified.seconds }, 'a backup was restored as a trial')
  } catch (cause) {
    // It is there and was read back: it is not taken anew for this.
    log.error({ err: cause, backup: name }, 'a backup could not be restored as a trial')
    await recordFailed(db, key, (cause as Error).message)
  }
}
