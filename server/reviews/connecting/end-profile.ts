import { z } from 'zod'
import { asSystem } from '../../database/database.ts'
import { VendorFailure } from '../../platform/errors.ts'
import type { TaskRun } from '../../platform/postgres/work/jobs.ts'
import type { Log } from '../../platform/process/log.ts'
import { NoCallsLeft, takeProfileCall } from '../reading/take-call.ts'
import { listAccounts, personOf } from './list-locations.ts'
import type { ProfileDeps } from './profile-deps.ts'
import { openProfileToken } from './seal-profile-token.ts'

export const detached = z.object({ businessId: z.guid(), connectionId: z.guid() })

export type EndDeps = ProfileDeps & { log: Pick<Log, 'info' | 'warn'>; topic: string | undefined }

/**
 * Ends the notifications that were ours, gives our access back at Google, and deletes the token for good. Throws
 * VendorFailure or NoCallsLeft when Google should be asked again later; after the last try the token goes all the same.
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
    const isLater = cause instanceof NoCallsLeft
    if (!isLater && !(cause instanceof VendorFailure)) throw cause
    if ((isLater || cause.kind === 'retry-later') && (run?.left ?? 0) > 0) throw cause
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
  if (
    found.notifies &&
    found.account_id &&
    !(await othersUse(deps, found.business_id, 'account_id', found.account_id))
  )
    await endNotifications(deps, token, found.account_id)
  // Google revokes all that a person granted to us, of other businesses as well.
  if (await mayBeShared(deps, found, token)) return
  try {
    await profile.revoke(token)
  } catch (cause) {
    // It was revoked, or has expired: there is nothing left to give back.
    const isOver = cause instanceof VendorFailure && cause.kind !== 'retry-later'
    if (!isOver) throw cause
  }
}

/**
 * Whether another business of this installation lives on a consent of the same person. Before Google has approved us
 * nobody can tell whose one is: where that holds for either of two, they may be the same person's.
 */
const mayBeShared = async (deps: EndDeps, found: Found, token: string): Promise<boolean> => {
  if (await othersUse(deps, found.business_id, 'google_sub', null)) return true
  const sub = found.google_sub ?? (await askWhose(deps, token))
  return sub === null
    ? othersUse(deps, found.business_id)
    : othersUse(deps, found.business_id, 'google_sub', sub)
}

/** Null where Google does not say. Throws VendorFailure where it should be asked again. */
const askWhose = async (deps: EndDeps, token: string): Promise<string | null> => {
  try {
    const { accessToken } = await deps.profile.refresh(token)
    return personOf(await listAccounts(deps, accessToken))
  } catch (cause) {
    if (cause instanceof NoCallsLeft) return null
    if (cause instanceof VendorFailure && cause.kind !== 'retry-later') return null
    throw cause
  }
}

const othersUse = async (
  { db }: EndDeps,
  businessId: string,
  column?: 'google_sub' | 'account_id',
  value: string | null = null,
): Promise<boolean> => {
  const other = await db
    .selectFrom('profile_connections')
    .select('business_id')
    .where('business_id', '<>', businessId)
    .where('state', '<>', 'detaching')
    .$if(column !== undefined, (query) => query.where(column!, 'is not distinct from', value))
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Only where it is our topic: another vendor may have taken the account's one setting since. */
const endNotifications = async (
  { db, clock, profile, topic }: EndDeps,
  token: string,
  accountId: string,
): Promise<void> => {
  try {
    const { accessToken } = await profile.refresh(token)
    await takeProfileCall(db, 'notifications', { now: clock(), by: 'owner' })
    const setting = await profile.notificationSetting(accessToken, accountId)
    if (!topic || setting.topic !== topic) return
    await takeProfileCall(db, 'notifications', { now: clock(), by: 'owner' })
    await profile.notify(accessToken, accountId, undefined)
  } catch (cause) {
    const isOver = cause instanceof VendorFailure && cause.kind !== 'retry-later'
    if (!isOver) throw cause
  }
}
