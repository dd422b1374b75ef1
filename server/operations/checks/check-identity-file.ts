import { readIdentities } from '../../backups/read-identities.ts'
import type { Db } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Env } from '../../platform/process/env.ts'
import { isWorkerHere } from '../../platform/postgres/work/workers.ts'
import { notChecked, wrong, type Check } from './check.ts'

const NAME = 'private key'
/** Of what lies elsewhere, as in compose, where the worker alone has the file, and of what another user may read. */
const MAY_BE_ELSEWHERE = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM']

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
    const isHere = await isWorkerHere(db)
    if (!MAY_BE_ELSEWHERE.includes(code)) return wrong(NAME, `${words} ${DOES_NOT_START}`)
    if (!isHere)
      return notChecked(NAME, `${words} A worker needs it, and no worker runs on this machine: ${OR_ELSE}`)
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? wrong(NAME, `${words} The worker that runs here has read it, and would not start again: put it back`)
      : notChecked(NAME, `${words} The worker that runs here has read it at its start: ask as its user`)
  }
}

const DOES_NOT_START = 'A worker that cannot use it does not start: set it right, or take it out'
const OR_ELSE = 'where one should, it does not start without it'
