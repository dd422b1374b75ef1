import type { TenantTrx } from '../../database/database.ts'
import { nextMomentFor } from '../deciding/recipient-hours-rules.ts'
import { PACED, type Later } from '../life/postpone-requests.ts'
import type { DueRequest } from './claim-queries.ts'
import { findPace } from './pace-queries.ts'
import { planPace } from './pace-rules.ts'
import type { SendingBusiness } from './sending-business.ts'

const DAY_MINUTES = 24 * 60
/** Where the owner names no hours, of a day that is decent. */
const DECENT_MINUTES = 13 * 60

export type LateDeps = { isLive: boolean }

/** Which of these may not go now, and when instead: outside the hours of their customer, or not their turn. */
export const findLate = async (
  trx: TenantTrx,
  { isLive }: LateDeps,
  business: SendingBusiness,
  { wanted, now }: { wanted: DueRequest[]; now: Date },
): Promise<Later[]> => {
  const hours = { ...business, isDecent: isLive && business.keepsDecentHours }
  const opensAt = (request: DueRequest) => (moment: Date) => nextMomentFor(moment, request, hours)
  const opening = wanted.map((request) => ({ request, dueAt: opensAt(request)(now) }))
  const closed = opening
    .filter(({ dueAt }) => dueAt > now)
    .map(({ request: { id }, dueAt }) => ({ id, dueAt }))
  const open = opening.filter(({ dueAt }) => dueAt <= now).map(({ request }) => request)
  const { pace } = business
  if (!pace || open.length === 0) return closed
  const moments = planPace(
    open.map((request) => ({
      id: request.id,
      isPlanned: request.stateReason === PACED,
      opensAt: opensAt(request),
    })),
    { now, pace, openMinutes: openMinutesOf(business), ...(await findPace(trx, business.id, now)) },
  )
  const paced = [...moments].filter(([, dueAt]) => dueAt > now)
  return [...closed, ...paced.map(([id, dueAt]) => ({ id, dueAt, reason: PACED }))]
}

const openMinutesOf = ({ sendingFrom, sendingUntil }: SendingBusiness): number => {
  if (sendingFrom === null || sendingUntil === null) return DECENT_MINUTES
  return (sendingUntil - sendingFrom + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
}
