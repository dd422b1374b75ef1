import { sql } from 'kysely'
import type { TenantTrx } from '../database/database.ts'
import { FENCE_IS_DOWN } from '../database/fence.ts'
import { findTimeZone } from '../businesses/business-time-zone.ts'
import { Refusal } from '../platform/errors.ts'
import { nextSendingMoment } from '../review-requests/deciding/sending-hours-rules.ts'
import { fromWhen } from '../platform/moments-in-words-rules.ts'
import { gatewayBusy } from './test-refusals.ts'

const FENCE_SECONDS = 30

/**
 * Throws Refusal: with from when it works, where the business's own sending hours are closed; and for a moment, while
 * the recovery fence is up.
 */
export const refuseOutsideHours = async (trx: TenantTrx, businessId: string, now: Date): Promise<void> => {
  const { rows } = await sql<{ from: number | null; until: number | null; mayClaim: boolean }>`
    select sending_from as "from", sending_until as "until", ${FENCE_IS_DOWN} as "mayClaim"
    from businesses where id = ${businessId}`.execute(trx)
  if (!rows[0]!.mayClaim) throw gatewayBusy(FENCE_SECONDS)
  const timeZone = await findTimeZone(trx, businessId)
  const opensAt = nextSendingMoment(now, { timeZone, ...rows[0]! })
  if (opensAt <= now) return
  throw new Refusal(
    'outside-hours',
    409,
    `Texts wait for your sending hours, and so do tests. This works from ${fromWhen(opensAt, now, timeZone)}.`,
  )
}
