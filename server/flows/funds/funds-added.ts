import type { TenantTrx } from '../../database/database.ts'
import { releasePaced } from '../../review-requests/life/release-requests.ts'

/** How many of the texts that waited for funds go out each minute, so that no late burst reaches a street at once. */
const PER_MINUTE = 20

/** When funds came in, then the texts that waited for them, noted or not yet, go on, oldest first and at a pace. */
export const fundsAdded = (trx: TenantTrx, businessId: string, now: Date): Promise<void> =>
  releasePaced(trx, businessId, { now, perMinute: PER_MINUTE })
