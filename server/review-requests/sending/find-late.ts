import type { TenantTrx } from '../../database/database.ts'
import { PACED, type Later } from '../life/postpone-requests.ts'
import type { DueRequest } from './claim-queries.ts'
import { goesUntil } from './claim-rules.ts'
import { homeOf, opensAt, type HoursDeps, type OpeningHours } from './pace/opening-rules.ts'
import { findPace } from './pace/pace-queries.ts'
import { planPace } from './pace/pace-rules.ts'
import type { SendingBusiness } from './sending-business.ts'

/** Which of these may not go now, because it is outside the hours of their customer, and when they may. */
export const findClosed = (
  deps: HoursDeps,
  business: OpeningHours,
  requests: Pick<DueRequest, 'id' | 'phone' | 'country' | 'timeZone'>[],
  now: Date,
): Later[] =>
  requests
    .map((request) => ({ id: request.id, dueAt: opensAt(deps, business, request)(now) }))
    .filter(({ dueAt }) => dueAt > now)

/** Which of these have to wait for their turn, and when it comes. */
export const findPaced = async (
  trx: TenantTrx,
  deps: HoursDeps,
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
      until: goesUntil(request.meantAt),
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
