import { readIdentities } from '../../backups/read-identities.ts'
import type { Db } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Env } from '../../platform/process/env.ts'
import { isWorkerHere } from '../../platform/postgres/work/workers.ts'
import { notChecked, wrong, type Check } from './check.ts'

const NAME = 'private key'
const MAY_BE_ANOTHERS = ['EACCES', 'EPERM']
/** Of what lies elsewhere, as in compose, where the worker alone has the file, and of what another user may read. */
const MAY_BE_ELSEWHERE = ['ENOENT', 'ENOTDIR', ...MAY_BE_ANOTHERS]

/** Whether a worker would start with the private key of the backups; undefined where it can be read here. */
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
    const code = String(cause.details['code'])
    if (!MAY_BE_ELSEWHERE.includes(code)) return wrong(NAME, `${words} ${DOES_NOT_START}`)
    if (!(await isWorkerHere(db)))
      return notChecked(
        NAME,
        `${words} Only a worker needs it, and none runs on this machine: where one should, that is why it does not start`,
      )
    return MAY_BE_ANOTHERS.includes(code)
      ? notChecked(NAME, `${words} A worker runs here: ask as its user, who may read it`)
      : wrong(
          NAME,
          `${words} A worker runs here, and would not start with this: set it right, or take it out`,
        )
  }
}

const DOES_NOT_START = 'A worker that cannot use it does not start: set it right, or take it out'
