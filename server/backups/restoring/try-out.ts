import type { Db } from '../../database/database.ts'
import type { Env } from '../../platform/process/env.ts'
import type { Log } from '../../platform/process/log.ts'
import { recordFailed, recordVerified } from '../backup-records.ts'
import type { Place } from '../places/place.ts'
import { readIdentities } from '../read-identities.ts'
import { faultsOf, verifyBackup } from './verify-backup.ts'

type Deps = { db: Db; env: Env; databaseUrl: string; log: Log }

/** Restores one as a trial, writes down what became of it, and returns whether it is good. */
export const tryOut = async (
  { db, env, databaseUrl, log }: Deps,
  place: Place,
  name: string,
  signal: AbortSignal | undefined,
): Promise<boolean> => {
  const key = { place: place.name, name }
  try {
    const identities = await readIdentities(env.BACKUP_VERIFY_IDENTITY_FILE!)
    const verified = await verifyBackup({
      databaseUrl: serverForTrials(env, databaseUrl),
      bytes: await place.read(name),
      identities,
      keys: env.ENCRYPTION_KEYS,
      signal,
      notDropped: (cause) => log.warn({ err: cause }, 'the database of a trial could not be dropped'),
    })
    const faults = faultsOf(verified)
    if (faults.length > 0) throw new Error(faults.join('; '))
    await recordVerified(db, key, verified.header.takenAt)
    log.info({ backup: name, seconds: verified.seconds }, 'a backup was restored as a trial')
    return true
  } catch (cause) {
    // A process that ends says nothing about the backup.
    if (signal?.aborted) return false
    // It is there and was read back: it is not taken anew for this.
    log.error({ err: cause, backup: name }, 'a backup could not be restored as a trial')
    await recordFailed(db, key, (cause as Error).message)
    return false
  }
}

/** Of the server and login that make the throwaway database. */
export const serverForTrials = (env: Env, databaseUrl: string): string =>
  env.BACKUP_VERIFY_DATABASE_URL ?? env.MIGRATE_DATABASE_URL ?? databaseUrl
