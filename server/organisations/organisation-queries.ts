import { sql, type RawBuilder } from 'kysely'
import type { XeroLimits } from '../integrations/xero/xero-types.ts'
import type { Db, Reader } from '../database/database.ts'
import { FENCE_IS_DOWN } from '../database/fence.ts'
import { HOUR_MS } from '../platform/dates.ts'
import { elapsingFrom, type SqlTime } from '../platform/postgres/connections/database-clock.ts'

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
  /** So few calls of its minute were taken when this was read that others would have to take most of it meanwhile. */
  hasCallsToSpare: boolean
  /** A text may be due when it is decided, as far as its settings tell. */
  mayAskAtOnce: boolean
  /** Nothing is decided while the recovery fence is up: a text that went already is known only then. */
  mayDecide: boolean
}

/** Far below Xero's limit, and below where `take_xero_calls` begins to pace. */
const FEW_CALLS = 10
const MINUTE_IS_OVER = sql`interval '61 seconds'`

export const findOrganisation = async (
  db: Reader,
  tenantId: string,
): Promise<SyncedOrganisation | undefined> => {
  const { rows } = await sql<SyncedOrganisation>`select ${COLUMNS} ${fromOrganisation(tenantId)}`.execute(db)
  return rows[0]
}

/** An organisation with the stored session of its authorisation; `readAt` tells the time by the database's clock. */
export type WithSession = {
  organisation: SyncedOrganisation
  session: { state: SyncedOrganisation['authorisationState']; access_token: Buffer; access_expires_at: Date }
  readAt: () => Date
}

export const findWithSession = async (
  db: Reader,
  tenantId: string,
  now: SqlTime,
): Promise<WithSession | undefined> => {
  const { rows } = await sql<SyncedOrganisation & WithSession['session'] & { now: Date }>`
    select ${COLUMNS}, a.access_token, a.access_expires_at, (${now})::timestamptz as now
    ${fromOrganisation(tenantId)}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { access_token, access_expires_at, now: at, ...organisation } = row
  return {
    organisation,
    session: { state: organisation.authorisationState, access_token, access_expires_at },
    readAt: elapsingFrom(at),
  }
}

const COLUMNS = sql`
           o.business_id as "businessId", o.tenant_id as "tenantId", o.authorisation_id as "authorisationId", o.state,
           a.state as "authorisationState", o.name, coalesce(o.country, b.country) as country,
           o.time_zone as "timeZone", o.is_demo as "isDemo", o.currency, o.live_since as "liveSince",
           o.sweep_cursor as "sweepCursor", o.day_remaining as "dayRemaining", o.day_read_at as "dayReadAt", o.blocked_until as "blockedUntil",
           o.blocked_until is null
             and (o.minute_calls < ${FEW_CALLS} or o.minute_started_at < statement_timestamp() - ${MINUTE_IS_OVER}) as "hasCallsToSpare",
           b.automation_enabled and b.delay_minutes = 0 and b.pace_per_hour is null and b.ask_first_at is null
             as "mayAskAtOnce",
           ${FENCE_IS_DOWN} as "mayDecide"`

const fromOrganisation = (tenantId: string) => sql`
    from organisations o
    join businesses b on b.id = o.business_id
    join xero_authorisations a on a.business_id = o.business_id and a.id = o.authorisation_id
    where o.tenant_id = ${tenantId} and o.state <> 'disconnected'`

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

/** So many of Xero's daily calls sweeps and searches leave to webhooks: a fifth of the 1,000 that Starter has. */
const DAY_RESERVE = 200
const DAY_READ_HOLDS_MS = HOUR_MS

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
export const pauseOrganisation = async (
  db: Db,
  { tenantId, authorisationId }: Pick<SyncedOrganisation, 'tenantId' | 'authorisationId'>,
  { reason, now }: { reason: string; now: Date },
): Promise<void> => {
  await db
    .updateTable('organisations')
    .set({ state: 'paused', state_reason: reason, state_changed_at: now })
    .where('tenant_id', '=', tenantId)
    // One that was connected anew or lost meanwhile was not refused.
    .where('authorisation_id', '=', authorisationId)
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

type XeroAnswer = {
  limits: XeroLimits | undefined
  now: SqlTime
  reportedAt?: Date
  uncounted?: Uncounted | undefined
}

/** Calls that were made and that `take_xero_calls` has not counted; `at`: before they were, as Xero's minute has it. */
export type Uncounted = { calls: number; at: Date }

/** The same as a statement of the caller's. */
export const xeroAnswered = (
  tenantId: string,
  { limits, now, reportedAt, uncounted }: XeroAnswer,
): RawBuilder<unknown> => {
  const spent = limits?.minuteRemaining === undefined ? null : 60 - limits.minuteRemaining
  const isAnew = sql`${spent}::integer < minute_spent - ${MOST_AT_ONCE}::integer`
  const { counted, startedAt } = counting(uncounted)
  const isOlder = sql`${spent}::integer > ${counted} + ${MOST_AT_ONCE}::integer`
  return sql`
    update organisations
    set last_synced_at    = ${now},
        last_event_at     = greatest(last_event_at, ${reportedAt ?? null}::timestamptz),
        minute_started_at = case when ${isAnew} then ${now}
                                 when ${isOlder} then (${now})::timestamptz - ${SOON_OVER}
                                 else ${startedAt} end,
        minute_calls      = case when ${isAnew} then ${spent}::integer
                                 else greatest(${counted}, ${spent}::integer) end,
        paced_until       = case when ${isAnew} then null else paced_until end,
        blocked_until     = case when ${isAnew} and blocked_until = minute_started_at + interval '60 seconds'
                                 then null else blocked_until end,
        minute_spent      = coalesce(${spent}::integer, minute_spent),
        day_remaining     = coalesce(${limits?.dayRemaining ?? null}::integer, day_remaining),
        day_read_at       = case when ${limits?.dayRemaining ?? null}::integer is null then day_read_at else ${now} end
    where tenant_id = ${tenantId} and state <> 'disconnected'`
}

/** The minute and its calls with these; the first after a minute begin the next. */
const counting = (uncounted: Uncounted | undefined) => {
  if (!uncounted) return { counted: sql`minute_calls`, startedAt: sql`minute_started_at` }
  const { calls, at } = uncounted
  const isOver = sql`minute_started_at <= ${at}::timestamptz - interval '60 seconds'`
  return {
    counted: sql`(case when ${isOver} then 0 else minute_calls end + ${calls}::integer)`,
    startedAt: sql`(case when ${isOver} then ${at}::timestamptz else minute_started_at end)`,
  }
}

/** Counts calls whose answer is not written down, also while Xero must not be asked. */
export const countXeroCalls = async (db: Reader, tenantId: string, uncounted: Uncounted): Promise<void> => {
  const { counted, startedAt } = counting(uncounted)
  await sql`
    update organisations set minute_calls = ${counted}, minute_started_at = ${startedAt}
    where tenant_id = ${tenantId} and state <> 'disconnected'`.execute(db)
}

/** Those of these tenants that are, or were, connected here. */
export const tenantsOfOurs = async (db: Db, tenantIds: string[]): Promise<string[]> => {
  const { rows } = await sql<{ tenantId: string }>`
    select tenant_id as "tenantId" from organisations where tenant_id = any(${tenantIds}::uuid[])`.execute(db)
  return rows.map(({ tenantId }) => tenantId)
}
