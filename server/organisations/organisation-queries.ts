import { sql, type RawBuilder } from 'kysely'
import type { XeroLimits } from '../integrations/xero/xero-types.ts'
import type { Db, Reader } from '../database/database.ts'
import { FENCE_IS_DOWN } from '../database/fence.ts'
import { MINUTE_MS } from '../platform/dates.ts'
import type { SqlTime } from '../platform/postgres/connections/database-clock.ts'

export type SyncedOrganisation = {
  businessId: string
  tenantId: string
  authorisationId: string
  state: 'connected' | 'paused' | 'disconnected'
  authorisationState: 'connected' | 'needs_reconnect'
  name: string
  country: string
  timeZone: string
  isDemo: boolean
  /** Of its own books; null where it was connected before that was read. */
  currency: string | null
  liveSince: Date | null
  sweepCursor: Date | null
  dayRemaining: number | null
  /** When Xero said so. */
  dayReadAt: Date | null
  blockedUntil: Date | null
  /** Nothing is decided while the recovery fence is up: a text that went already is known only then. */
  mayDecide: boolean
}

export const findOrganisation = async (
  db: Reader,
  tenantId: string,
): Promise<SyncedOrganisation | undefined> => {
  const { rows } = await sql<SyncedOrganisation>`
    select o.business_id as "businessId", o.tenant_id as "tenantId", o.authorisation_id as "authorisationId", o.state,
           a.state as "authorisationState", o.name, coalesce(o.country, b.country) as country,
           o.time_zone as "timeZone", o.is_demo as "isDemo", o.currency, o.live_since as "liveSince",
           o.sweep_cursor as "sweepCursor", o.day_remaining as "dayRemaining", o.day_read_at as "dayReadAt", o.blocked_until as "blockedUntil",
           ${FENCE_IS_DOWN} as "mayDecide"
    from organisations o
    join businesses b on b.id = o.business_id
    join xero_authorisations a on a.business_id = o.business_id and a.id = o.authorisation_id
    where o.tenant_id = ${tenantId} and o.state <> 'disconnected'`.execute(db)
  return rows[0]
}

/** Whether this organisation is the business's own, and not disconnected by now. */
export const isOwnOrganisation = async (
  db: Reader,
  organisation: { businessId: string; tenantId: string },
): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`select ${isOwn(organisation)} as is`.execute(db)
  return rows[0]!.is
}

/** The same as part of a statement. */
export const isOwn = ({ businessId, tenantId }: { businessId: string; tenantId: string }) => sql<boolean>`
  exists (select from organisations
          where business_id = ${businessId} and tenant_id = ${tenantId} and state <> 'disconnected')`

/** Sweeps and searches leave the last fifth of Xero's daily calls to webhooks. */
const DAY_RESERVE = 200
const DAY_READ_HOLDS_MS = 60 * MINUTE_MS

/** Whether an answer's count of the day leaves that reserve; true where Xero did not say. */
export const keepsDayReserve = (dayRemaining: number | undefined): boolean =>
  dayRemaining === undefined || dayRemaining >= DAY_RESERVE

/** What was read an hour ago or longer may be over: one call reads it anew. */
export const isDayUsedUp = (
  { dayRemaining, dayReadAt }: Pick<SyncedOrganisation, 'dayRemaining' | 'dayReadAt'>,
  now: Date,
): boolean =>
  dayRemaining !== null &&
  dayRemaining < DAY_RESERVE &&
  dayReadAt !== null &&
  now.getTime() - dayReadAt.getTime() < DAY_READ_HOLDS_MS

/** A paused organisation stays so until Xero answers again; the others of the same consent are read. */
export const pauseOrganisation = async (db: Db, tenantId: string, reason: string): Promise<void> => {
  await db
    .updateTable('organisations')
    .set({ state: 'paused', state_reason: reason, state_changed_at: new Date() })
    .where('tenant_id', '=', tenantId)
    .where('state', '=', sql.lit('connected'))
    .execute()
}

export const resumeOrganisation = async (db: Db, tenantId: string): Promise<void> => {
  await db
    .updateTable('organisations')
    .set({ state: 'connected', state_reason: null, state_changed_at: new Date() })
    .where('tenant_id', '=', tenantId)
    .where('state', '=', sql.lit('paused'))
    .execute()
}

/** Of two limits that Xero returned at once, the longer one holds. */
export const blockOrganisation = async (db: Db, tenantId: string, until: SqlTime): Promise<void> => {
  await sql`
    update organisations set blocked_until = greatest(blocked_until, ${until})
    where tenant_id = ${tenantId} and state <> 'disconnected'`.execute(db)
}

// Xero answers so many concurrent calls, and the answers may come in any order.
const MOST_AT_ONCE = 5
/** Xero does not say when its minute ends; it is asked again shortly. */
const SOON_OVER = sql`interval '56 seconds'`

/**
 * Records the calls that Xero's answer says are left, when it last answered, and when its last webhook came. Its
 * minute is not ours: when far fewer calls are spent than before, it has begun anew; when far more are spent than we
 * counted, it began earlier.
 */
export const recordXeroAnswer = async (db: Reader, tenantId: string, answer: XeroAnswer): Promise<void> => {
  await xeroAnswered(tenantId, answer).execute(db)
}

type XeroAnswer = { limits: XeroLimits | undefined; now: SqlTime; reportedAt?: Date }

/** The same as a statement of the caller's. */
export const xeroAnswered = (
  tenantId: string,
  { limits, now, reportedAt }: XeroAnswer,
): RawBuilder<unknown> => {
  const spent = limits?.minuteRemaining === undefined ? null : 60 - limits.minuteRemaining
  const isAnew = sql`${spent}::integer < minute_spent - ${MOST_AT_ONCE}::integer`
  const isOlder = sql`${spent}::integer > minute_calls + ${MOST_AT_ONCE}::integer`
  return sql`
    update organisations
    set last_synced_at    = ${now},
        last_event_at     = greatest(last_event_at, ${reportedAt ?? null}::timestamptz),
        minute_started_at = case when ${isAnew} then ${now}
                                 when ${isOlder} then (${now})::timestamptz - ${SOON_OVER} else minute_started_at end,
        minute_calls      = case when ${isAnew} then ${spent}::integer
                                 else greatest(minute_calls, ${spent}::integer) end,
        paced_until       = case when ${isAnew} then null else paced_until end,
        blocked_until     = case when ${isAnew} and blocked_until = minute_started_at + interval '60 seconds'
                                 then null else blocked_until end,
        minute_spent      = coalesce(${spent}::integer, minute_spent),
        day_remaining     = coalesce(${limits?.dayRemaining ?? null}::integer, day_remaining),
        day_read_at       = case when ${limits?.dayRemaining ?? null}::integer is null then day_read_at else ${now} end
    where tenant_id = ${tenantId} and state <> 'disconnected'`
}
