import type { Trx } from '../../database/database.ts'
import { releasePaced } from '../../review-requests/life/release-requests.ts'

/** How many of the texts that waited for funds go out each minute, so that there is no late burst. */
const PER_MINUTE = 20

/** When funds came in, then the texts that waited for them, marked or not yet, are due, oldest first and paced. */
export const fundsAdded = (trx: Trx, businessId: string, now: Date): Promise<void> =>
  releasePaced(trx, businessId, { now, perMinute: PER_MINUTE })
