import { asBusiness } from '../../database/database.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { noteFacts } from '../connecting/connection-life.ts'
import type { Open } from './open-reading.ts'
import { takeProfileCall } from './take-call.ts'

/**
 * Lets Google notify our topic of this account, where it has none. An account has one setting: that of another vendor
 * stays, and we go on looking by ourselves. Notifications only make it quicker, so that a failure is no trouble.
 */
export const keepNotified = async ({
  db,
  key,
  found,
  profile,
  accessToken,
  topic,
  clock,
  log,
}: Open): Promise<void> => {
  if (!topic || found.notifies) return
  try {
    await takeProfileCall(db, 'notifications', { now: clock(), by: 'reading' })
    const setting = await profile.notificationSetting(accessToken, found.account_id!)
    if (setting.topic !== undefined && setting.topic !== topic) return
    await takeProfileCall(db, 'notifications', { now: clock(), by: 'reading' })
    await profile.notify(accessToken, found.account_id!, topic)
    await asBusiness(db, key.businessId, (trx) => noteFacts(trx, key, { notifies: true }))
  } catch (cause) {
    if (cause instanceof VendorFailure)
      log.warn({ err: cause }, 'Google could not be asked to notify us of reviews: we look by ourselves')
  }
}
