import { sql, type RawBuilder } from 'kysely'
import type { Reader, TenantTrx } from '../../database/database.ts'
import { FENCE_IS_DOWN } from '../../database/fence.ts'
import { anyThatWaits, olderThatWaits } from './claim-queries.ts'
import type { Pace } from './pace/pace-rules.ts'
import type { ReviewRules } from '../deciding/review-rules.ts'
import { ownSenderOf } from '../../senders/sender-queries.ts'
import { savedRules } from '../deciding/rules-queries.ts'
import { sqlNow, type SqlTime } from '../../platform/postgres/connections/database-clock.ts'

export type SendingBusiness = {
  id: string
  name: string
  template: string
  automationEnabled: boolean
  isDeactivated: boolean
  sendingFrom: number | null
  sendingUntil: number | null
  keepsDecentHours: boolean
  delayMinutes: number
  /** Texts in any hour, and in any 24; null for a business without. */
  pace: Pace | null
  rules: ReviewRules
  /** By which it texts now; null for the shared one. */
  ownSender: string | null
  /** Nothing is claimed while the recovery fence is up. */
  mayClaim: boolean
}

/** What a business has set for its texts, with the database's time, which saves a round trip. */
export const findSendingBusiness = async (
  db: Reader,
  businessId: string,
  now: SqlTime = sqlNow(),
): Promise<(SendingBusiness & { now: Date }) | undefined> => {
  const { rows } = await sql<SendingBusiness & { now: Date }>`
    select ${columns(businessId, now)} from businesses where id = ${businessId}`.execute(db)
  return rows[0]
}

export type ClaimingBusiness = SendingBusiness & { now: Date; hasStale: boolean; hasRetries: boolean }

/** The same, with whether anything has to be looked at before a claim, which saves one round trip more. */
export const findClaimingBusiness = async (
  trx: TenantTrx,
  businessId: string,
  now: SqlTime,
): Promise<ClaimingBusiness | undefined> => {
  const { rows } = await sql<ClaimingBusiness>`
    select ${columns(businessId, now)}, ${olderThatWaits(businessId, now)}
    from businesses where id = ${businessId}`.execute(trx)
  return rows[0]
}

/**
 * What a transaction that claims the texts it decides has to know beside what decides. `hasOlder`: another text waits,
 * which goes first. `ids`: new ones for its requests.
 */
export type ClaimFacts = Pick<SendingBusiness, 'name' | 'template' | 'pace' | 'ownSender'> & {
  now: Date
  hasOlder: boolean
  ids: string[]
}

/** Columns of `businesses`, for at most so many texts. */
export const claimFacts = (
  businessId: string,
  { now, texts }: { now: SqlTime; texts: number },
): RawBuilder<ClaimFacts> => sql`
  (${now})::timestamptz as now, name, template, ${PACE} as pace, ${ownSenderOf(businessId)} as "ownSender",
  ${anyThatWaits(businessId, now)} as "hasOlder",
  array(select uuidv7() from generate_series(1, ${texts}::integer)) as ids`

const PACE = sql`
  case when pace_per_hour is not null
    then jsonb_build_object('perHour', pace_per_hour, 'perDay', pace_per_day) end`

const columns = (businessId: string, now: SqlTime) => sql`
  (${now})::timestamptz as now, id, name, template, automation_enabled as "automationEnabled",
  deactivated_at is not null as "isDeactivated", sending_from as "sendingFrom",
  sending_until as "sendingUntil", keeps_decent_hours as "keepsDecentHours",
  ${PACE} as pace, delay_minutes as "delayMinutes", ${savedRules(businessId)} as rules,
  ${ownSenderOf(businessId)} as "ownSender", ${FENCE_IS_DOWN} as "mayClaim"`
