import { z } from 'zod'
import { asSystem } from '../../database/database.ts'
import { VendorFailure } from '../../platform/errors.ts'
import type { TaskRun } from '../../platform/postgres/work/jobs.ts'
import type { Log } from '../../platform/process/log.ts'
import type { ProfileDeps } from './profile-deps.ts'
import { openProfileToken } from './seal-profile-token.ts'

export const detached = z.object({ businessId: z.guid(), connectionId: z.guid() })

export type EndDeps = ProfileDeps & { log: Pick<Log, 'info' | 'warn'>; topic: string | undefined }

/**
 * Ends the notifications that were ours, gives our access back at Google, and deletes the token for good. Throws
 * VendorFailure when Google should be asked again later; after the last try the token goes all the same.
 */
export const endProfile = async (
  deps: EndDeps,
  { businessId, connectionId }: z.infer<typeof detached>,
  run?: TaskRun,
): Promise<void> => {
  const { db, log } = deps
  const found = await db
    .selectFrom('profile_connections')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', connectionId)
    .where('state', '=', 'detaching')
    .executeTakeFirst()
  if (!found) return
  try {
    await giveBack(deps, found)
  } catch (cause) {
    if (!(cause instanceof VendorFailure)) throw cause
    if (cause.kind === 'retry-later' && (run?.left ?? 0) > 0) throw cause
    log.warn({ err: cause }, 'access to a profile could not be given back at Google: its token is deleted')
  }
  await asSystem(db, (trx) =>
    trx
      .deleteFrom('profile_connections')
      .where('business_id', '=', businessId)
      .where('id', '=', connectionId)
      .where('state', '=', 'detaching')
      .execute(),
  )
  log.info({ businessId }, 'a profile at Google is detached')
}

type Found = {
  business_id: string
  google_sub: string | null
  account_id: string | null
  notifies: boolean
  refresh_token: Buffer
}

const giveBack = async (deps: EndDeps, found: Found): Promise<void> => {
  const { profile, sealer } = deps
  const token = openProfileToken(sealer, found.business_id, found.refresh_token)
  if (found.notifies && found.account_id && !(await isShared(deps, found, 'account_id')))
    await endNotifications(deps, token, found.account_id)
  // Google revokes all that a person granted to us, of other businesses as well.
  if (await isShared(deps, found, 'google_sub')) return
  try {
    await profile.revoke(token)
  } catch (cause) {
    // It was revoked, or has expired: there is nothing left to give back.
    const isOver = cause instanceof VendorFailure && cause.kind !== 'retry-later'
    if (!isOver) throw cause
  }
}

/** Whether another business of this installation uses the same. */
const isShared = async (
  { db }: EndDeps,
  found: Found,
  column: 'google_sub' | 'account_id',
): Promise<boolean> => {
  if (found[column] === null) return false
  const other = await db
    .selectFrom('profile_connections')
    .select('business_id')
    .where(column, '=', found[column])
    .where('business_id', '<>', found.business_id)
    .where('state', '<>', 'detaching')
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Only where it is our topic: another vendor may have taken the account's one setting since. */
const endNotifications = async (
  { profile, topic }: EndDeps,
  token: string,
  accountId: string,
): Promise<void> => {
  try {
    const { accessToken } = await profile.refresh(token)
    const setting = await profile.notificationSetting(accessToken, accountId)
    if (topic && setting.topic === topic) await profile.notify(accessToken, accountId, undefined)
  } catch (cause) {
    const isOver = cause instanceof VendorFailure && cause.kind !== 'retry-later'
    if (!isOver) throw cause
  }
}
