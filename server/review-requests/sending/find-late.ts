import { DECENT_HOURS } from '../../../contracts/sending-hours.ts'
import type { TenantTrx } from '../../database/database.ts'
import { nextMomentFor } from '../deciding/recipient-hours-rules.ts'
import { PACED, type Later } from '../life/postpone-requests.ts'
import type { DueRequest } from './claim-queries.ts'
import { findPace } from './pace-queries.ts'
import { planPace, type PaceFacts } from './pace-rules.ts'
import type { SendingBusiness } from './sending-business.ts'

const DAY_MINUTES = 24 * 60
/** Where the owner names no hours, these are taken for them. */
const DECENT_MINUTES = DECENT_HOURS.until - DECENT_HOURS.from

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
  const [first] = requests
  if (!pace || !first) return []
  const turns = planPace(
    requests.map((request) => ({
      id: request.id,
      hasTurn: request.turnAt !== null,
      opensAt: opensAt(deps, business, request),
    })),
    {
      now,
      pace,
      ...homeOf(deps, business, first),
      ...(await findPace(trx, business.id, now)),
    },
  )
  const later = [...turns].filter(([, { dueAt }]) => dueAt > now)
  return later.map(([id, turn]) => ({ id, ...turn, reason: PACED }))
}

const hoursOf = ({ isLive }: LateDeps, business: SendingBusiness) => ({
  ...business,
  isDecent: isLive && business.keepsDecentHours,
})

const opensAt = (deps: LateDeps, business: SendingBusiness, request: DueRequest) => {
  const hours = hoursOf(deps, business)
  return (moment: Date): Date => nextMomentFor(moment, request, hours)
}

/** Where most customers are: a number without a country is where the organisation is. */
export const homeOf = (
  deps: LateDeps,
  business: SendingBusiness,
  { timeZone }: { timeZone: string },
): Pick<PaceFacts, 'opensAtHome' | 'openMinutes'> => {
  const hours = hoursOf(deps, business)
  return {
    opensAtHome: (moment) => nextMomentFor(moment, { phone: '', country: 'ZZ', timeZone }, hours),
    openMinutes: openMinutesOf(deps, business),
  }
}

const openMinutesOf = (deps: LateDeps, business: SendingBusiness): number => {
  const { isDecent, sendingFrom, sendingUntil } = hoursOf(deps, business)
  if (sendingFrom === null || sendingUntil === null) return DECENT_MINUTES
  if (sendingFrom >= sendingUntil)
    return (sendingUntil - sendingFrom + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
  const open = isDecent
    ? Math.min(sendingUntil, DECENT_HOURS.until) - Math.max(sendingFrom, DECENT_HOURS.from)
    : sendingUntil - sendingFrom
  return open > 0 ? open : DECENT_MINUTES
}
