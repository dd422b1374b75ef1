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

/** Which of these may not go now, because it is outside the hours of their customer, and when they may. */
export const findClosed = (
  deps: LateDeps,
  business: SendingBusiness,
  requests: DueRequest[],
  now: Date,
): Later[] =>
  requests
    .map((request) => ({ id: request.id, dueAt: opensAt(deps, business, request)(now) }))
    .filter(({ dueAt }) => dueAt > now)

/** Which of these have to wait for their turn, and when it comes. */
export const findPaced = async (
  trx: TenantTrx,
  deps: LateDeps,
  business: SendingBusiness,
  { requests, now }: { requests: DueRequest[]; now: Date },
): Promise<Later[]> => {
  const { pace } = business
  if (!pace || requests.length === 0) return []
  const moments = planPace(
    requests.map((request) => ({
      id: request.id,
      isPlanned: request.stateReason === PACED,
      opensAt: opensAt(deps, business, request),
    })),
    { now, pace, openMinutes: openMinutesOf(business), ...(await findPace(trx, business.id, now)) },
  )
  const later = [...moments].filter(([, dueAt]) => dueAt > now)
  return later.map(([id, dueAt]) => ({ id, dueAt, reason: PACED }))
}

const opensAt = ({ isLive }: LateDeps, business: SendingBusiness, request: DueRequest) => {
  const hours = { ...business, isDecent: isLive && business.keepsDecentHours }
  return (moment: Date): Date => nextMomentFor(moment, request, hours)
}

const openMinutesOf = ({ sendingFrom, sendingUntil }: SendingBusiness): number => {
  if (sendingFrom === null || sendingUntil === null) return DECENT_MINUTES
  return (sendingUntil - sendingFrom + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
}
