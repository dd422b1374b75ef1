import type { Trx } from '../../database/database.ts'
import { expireUnfunded } from '../../review-requests/life/end-requests.ts'
import { releasePaced } from '../../review-requests/life/release-requests.ts'
import { waitingBefore } from '../../review-requests/sending/claim-rules.ts'

/** How many of the texts that waited for funds go out each minute, so that there is no late burst. */
const PER_MINUTE = 20

/**
 * When funds came in, then the texts that waited for them, marked or not yet, are due, oldest first and paced. Those
 * that had waited too long by then expire.
 */
export const fundsAdded = async (trx: Trx, businessId: string, now: Date): Promise<void> => {
  await expireUnfunded(trx, waitingBefore(now), businessId)
  await releasePaced(trx, businessId, { now, perMinute: PER_MINUTE })
}
