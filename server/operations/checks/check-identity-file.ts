import { readIdentities } from '../../backups/read-identities.ts'
import type { Db } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Env } from '../../platform/process/env.ts'
import { countLivingWorkers } from '../../platform/postgres/work/workers.ts'
import { notChecked, wrong, type Check } from './check.ts'

/**
 * Whether a worker would start with the private key of the backups, which in compose it alone can read; undefined where
 * it can be read here.
 */
export const checkIdentityFile = async (
  db: Db,
  { BACKUP_VERIFY_IDENTITY_FILE: file }: Pick<Env, 'BACKUP_VERIFY_IDENTITY_FILE'>,
): Promise<Check | undefined> => {
  if (!file) return undefined
  try {
    await readIdentities(file)
    return undefined
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    const words = `BACKUP_VERIFY_IDENTITY_FILE: ${cause.message}`
    return (await countLivingWorkers(db)) > 0
      ? notChecked('private key', `${words} That is so here; a worker that runs has read it at its start`)
      : wrong(
          'private key',
          `${words} A worker that cannot use it does not start: set it right, or take it out`,
        )
  }
}
