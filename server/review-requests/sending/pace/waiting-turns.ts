import { sql, type RawBuilder } from 'kysely'
import type { ReviewRequestSummary } from '../../../../contracts/review-requests.ts'
import type { TenantTrx } from '../../../database/database.ts'
import { lockDecisions } from '../../deciding/decision-queries.ts'
import { cancelRequests } from '../../life/end-requests.ts'
import { goesUntil } from '../claim-rules.ts'
import { homeOf, opensAt, type HoursDeps } from './opening-rules.ts'
import { findPace, IN_TIME } from './pace-queries.ts'
import { planPace, type Pace, type Turn } from './pace-rules.ts'
import { findSendingBusiness, type SendingBusiness } from '../sending-business.ts'

/**
 * Whether a request `r` of a business `b` will need a turn, as `planPace` gives them: more texts are due within the
 * hour before it than go in one, or when it is due others still wait for theirs. `id` is that of the business.
 */
const isCrowdedOf = (id: RawBuilder<string>): RawBuilder<boolean> => sql<boolean>`
  coalesce(r.state = 'scheduled' and r.turn_at is null and b.pace_per_hour is not null and (
    exists (
      select from review_requests w
      where w.business_id = r.business_id and w.state = 'scheduled'
        and w.due_at <= r.due_at and w.due_at > r.due_at - interval '1 hour'
      offset b.pace_per_hour limit 1)
    or r.due_at < (
      select max(w.turn_at) from review_requests w
      where w.business_id = ${id} and w.state = 'scheduled' and ${IN_TIME})), false)`

export const IS_CROWDED = isCrowdedOf(sql`r.business_id`)

/**
 * A request `r` of this business `b` has a turn, or will need one; a text that is only delayed waits for none. Of all
 * that wait the last turn is looked up once, because it is that of a parameter.
 */
const waitsForTurn = (businessId: string): RawBuilder<boolean> => sql<boolean>`
  r.state = 'scheduled' and (r.turn_at is not null or ${isCrowdedOf(sql`${businessId}`)}) and not ${IS_SENT_NOW}`

/** Its owner has just sent a request `r` now, which gave it the next turn: it waits for none. */
const IS_SENT_NOW = sql<boolean>`coalesce(r.state_reason is null and r.turn_at = r.due_at, false)`

export type TurnDeps = HoursDeps & { clock: () => Date }
type Waits = {
  id: string
  dueAt: Date
  meantAt: Date
  turnAt: Date | null
  decidedAt: Date
  phone: string
  country: string
  timeZone: string
}

/**
 * Texts that wait for their turn, because there are more than the pace lets go: those that have one, and before they
 * are due those that will need one. Null where none does.
 */
export const findTurns = async (
  trx: TenantTrx,
  deps: TurnDeps,
  businessId: string,
): Promise<ReviewRequestSummary['turns']> => {
  const planned = await planWaiting(trx, deps, businessId)
  if (!planned) return null
  const { waiting, turns, pace } = planned
  const goesAt = waiting.map(({ id, dueAt }) =>
    Math.max(dueAt.getTime(), turns.get(id)?.dueAt.getTime() ?? 0),
  )
  const tooLate = waiting.filter(({ meantAt }, index) => goesAt[index]! > goesUntil(meantAt).getTime())
  return {
    count: waiting.length,
    firstAt: waiting[0]!.dueAt.toISOString(),
    lastAt: new Date(Math.max(...goesAt)).toISOString(),
    newestAt: new Date(Math.max(...waiting.map(({ decidedAt }) => decidedAt.getTime()))).toISOString(),
    isPlanned: turns.size === 0,
    perDay: pace.perDay,
    tooLate: tooLate.length,
  }
}

/** When those go that have no turn yet, by their ids, once the first of them is due. */
export const findExpectedTurns = async (
  trx: TenantTrx,
  deps: TurnDeps,
  businessId: string,
): Promise<Map<string, Date>> => {
  const turns = (await planWaiting(trx, deps, businessId))?.turns ?? new Map<string, Turn>()
  return new Map([...turns].map(([id, { dueAt }]) => [id, dueAt]))
}

const planWaiting = async (trx: TenantTrx, deps: TurnDeps, businessId: string) => {
  const waiting = await findWaitingTurns(trx, businessId)
  const business = waiting.length > 0 ? await findSendingBusiness(trx, businessId) : undefined
  if (!business?.pace) return undefined
  const { pace } = business
  return { waiting, pace, turns: await planTurns(trx, deps, { ...business, pace }, waiting) }
}

/** By when they are due. */
const findWaitingTurns = async (trx: TenantTrx, businessId: string): Promise<Waits[]> => {
  const { rows } = await sql<Waits>`
    select r.id, r.due_at as "dueAt", r.meant_at as "meantAt", r.turn_at as "turnAt",
           r.scheduled_at as "decidedAt", r.customer_phone as phone, r.phone_country as country,
           o.time_zone as "timeZone"
    from review_requests r
    join businesses b on b.id = r.business_id
    join organisations o on o.business_id = r.business_id and o.tenant_id = r.tenant_id
    where r.business_id = ${businessId} and b.pace_per_hour is not null and ${waitsForTurn(businessId)}
    order by r.due_at, r.id`.execute(trx)
  return rows
}

/** What the claim will make of those that have no turn yet, once the first of them is due. */
const planTurns = async (
  trx: TenantTrx,
  deps: TurnDeps,
  business: SendingBusiness & { pace: Pace },
  waiting: Waits[],
): Promise<ReturnType<typeof planPace>> => {
  const without = waiting.filter(({ turnAt }) => turnAt === null)
  const [first] = without
  if (!first) return new Map()
  const now = new Date(Math.max(deps.clock().getTime(), first.dueAt.getTime()))
  const home = homeOf(deps, business, first)
  const { gone } = await findPace(trx, business.id, now)
  return planPace(
    without.map((waits) => ({
      id: waits.id,
      hasTurn: false,
      opensAt: opensAt(deps, business, waits),
      until: goesUntil(waits.meantAt),
    })),
    {
      now,
      pace: business.pace,
      gone,
      planned: waiting.flatMap(({ turnAt, dueAt, meantAt }) =>
        turnAt && dueAt <= goesUntil(meantAt) ? [{ turnAt, dueAt }] : [],
      ),
      dueCount: without.length,
      ...home,
    },
  )
}

/** The last turn that an owner saw, and when the newest text was decided that she saw, if her screen says it. */
type Seen = { lastAt: Date; newestAt: Date | undefined }

/**
 * The owner does not want to ask the customers whose texts she saw waiting. Returns how many texts were cancelled;
 * others are on their way.
 */
export const skipTurns = async (
  trx: TenantTrx,
  businessId: string,
  { lastAt, newestAt }: Seen,
): Promise<number> => {
  // First, as by whatever decides: that locks several texts as well, in another order, and no two of them deadlock.
  await lockDecisions(trx, businessId)
  const { rows } = await sql<{ id: string }>`
    select r.id from review_requests r
    join businesses b on b.id = r.business_id
    where r.business_id = ${businessId} and ${waitsForTurn(businessId)} and r.due_at <= ${lastAt}
      and r.scheduled_at <= ${newestAt ?? 'infinity'}
    order by r.due_at, r.id
    for update of r`.execute(trx)
  return cancelRequests(trx, businessId, 'skipped_by_owner', { requestIds: rows.map(({ id }) => id) })
}
