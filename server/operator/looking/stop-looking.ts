import { recordAct } from '../../audit/record-act.ts'
import type { SystemTrx } from '../../database/database.ts'
import { endSupportSession } from '../../sessions/support-session.ts'

/** Ends the look of this token, where there is one, and says so in the owner's log. */
export const stopLooking = async (
  trx: SystemTrx,
  token: string,
  { reason, now }: { reason: string; now: Date },
): Promise<void> => {
  const ended = await endSupportSession(trx, token)
  if (!ended) return
  const by = { kind: 'operator', name: ended.operator, reason } as const
  await recordAct(trx, { by, act: 'closed-as-owner', businessId: ended.businessId, now })
}
