import { readIdentities } from '../backups/read-identities.ts'
import { Refusal } from '../platform/errors.ts'
import type { Env } from '../platform/process/env.ts'

/** Of a worker only: it restores backups as trials, and in compose it alone has the file. */
export const refuseUnreadIdentities = async ({
  BACKUP_VERIFY_IDENTITY_FILE: file,
}: Pick<Env, 'BACKUP_VERIFY_IDENTITY_FILE'>): Promise<void> => {
  if (!file) return
  await readIdentities(file).catch((cause: unknown) => {
    if (!(cause instanceof Refusal)) throw cause
    throw new Refusal(
      cause.code,
      cause.status,
      `BACKUP_VERIFY_IDENTITY_FILE cannot be used: ${cause.message}`,
    )
  })
}
