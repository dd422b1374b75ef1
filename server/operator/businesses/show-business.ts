import { sql } from 'kysely'
import type { OperatorBusiness } from '../../../contracts/operator.ts'
import type { Reader } from '../../database/database.ts'
import { FENCE_IS_DOWN } from '../../database/fence.ts'
import { DAY_MS } from '../../platform/dates.ts'
import { Refusal } from '../../platform/errors.ts'
import { centsToDecimal } from '../../platform/money.ts'
import { skipReasonWords, type SkipReason } from '../../review-requests/deciding/review-request-rules.ts'
import { findOneListed } from './find-businesses.ts'
import { ofTheOwner } from './operator-words-rules.ts'
import { whySilent } from './why-silent-rules.ts'

const LOOK_BACK_MS = 30 * DAY_MS

/** While nothing is real, texts keep to no hours of the customer. */
type Asked = { silentDays: number; leastCents: number; now: Date; isLive: boolean }

/** One business as support sees it: why it is silent, and what its owner set. No customer is named. */
export const showBusiness = async (
  db: Reader,
  businessId: string,
  asked: Asked,
): Promise<OperatorBusiness> => {
  const business = await findOneListed(db, businessId, asked)
  if (!business) throw new Refusal('not-found', 404, 'There is no such business.')
  const [row, owners, organisations, lastPaid, texts, decisions] = await Promise.all([
    readBusiness(db, businessId, asked.now),
    readOwners(db, businessId),
    readOrganisations(db, businessId),
    readLastPaid(db, businessId),
    readTexts(db, businessId),
    readDecisions(db, businessId, new Date(asked.now.getTime() - LOOK_BACK_MS)),
  ])
  const shown = {
    business,
    organisations,
    texts,
    paused: row.pausedAt ? { at: row.pausedAt.toISOString(), reason: row.pausedBecause! } : null,
    funds: {
      available: business.available,
      reserved: centsToDecimal(row.reservedCents),
      currency: business.currency,
      autoTopUp: row.autoTopUp,
    },
    settings: {
      isOn: row.isOn,
      hours: hoursInWords(row, asked.isLive),
      pace: row.perHour === null ? 'No pace' : `${row.perHour} an hour, ${row.perDay} a day`,
      askFirst: row.askFirst,
      cooldownDays: row.cooldownDays,
    },
  }
  return {
    ...shown,
    address: row.address,
    owners,
    lastPaid,
    decisions,
    whySilent: whySilent({ ...shown, isFenced: row.isFenced }),
    support: row.supportUntil ? { endsAt: row.supportUntil.toISOString() } : null,
  }
}

type BusinessRow = {
  address: string | null
  isOn: boolean
  from: number | null
  until: number | null
  keepsDecentHours: boolean
  perHour: number | null
  perDay: number | null
  askFirst: boolean
  cooldownDays: number
  pausedAt: Date | null
  pausedBecause: string | null
  reservedCents: number
  autoTopUp: 'off' | 'on' | 'paused'
  supportUntil: Date | null
  isFenced: boolean
}

const readBusiness = async (db: Reader, businessId: string, now: Date): Promise<BusinessRow> => {
  const { rows } = await sql<BusinessRow>`
    select b.address, b.automation_enabled as "isOn", b.sending_from as "from", b.sending_until as "until",
           b.keeps_decent_hours as "keepsDecentHours", b.pace_per_hour as "perHour", b.pace_per_day as "perDay",
           b.ask_first_at is not null as "askFirst", b.cooldown_days as "cooldownDays", b.paused_at as "pausedAt",
           b.paused_because as "pausedBecause", coalesce(f.reserved_cents, 0) as "reservedCents",
           case when a.is_on and a.paused_reason is not null then 'paused' when a.is_on then 'on' else 'off' end
             as "autoTopUp",
           (select max(ends_at) from support_consents c
            where c.business_id = b.id and c.withdrawn_at is null and c.ends_at > ${now}) as "supportUntil",
           not ${FENCE_IS_DOWN} as "isFenced"
    from businesses b
    left join balances f on f.business_id = b.id
    left join auto_top_ups a on a.business_id = b.id
    where b.id = ${businessId}`.execute(db)
  return rows[0]!
}

const hoursInWords = ({ from, until, keepsDecentHours }: BusinessRow, isLive: boolean): string => {
  const own = from === null || until === null ? 'At any time' : `${clockOf(from)} to ${clockOf(until)}`
  return isLive && keepsDecentHours ? `${own}, within decent hours of the customer` : own
}

const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const readOwners = async (db: Reader, businessId: string): Promise<OperatorBusiness['owners']> => {
  const rows = await db
    .selectFrom('users')
    .select(['email', 'last_signed_in_at', 'onboarded_at'])
    .where('business_id', '=', businessId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ email, last_signed_in_at, onboarded_at }) => ({
    email,
    lastSignedInAt: last_signed_in_at.toISOString(),
    isOnboarded: onboarded_at !== null,
  }))
}

const readOrganisations = async (
  db: Reader,
  businessId: string,
): Promise<OperatorBusiness['organisations']> => {
  const { rows } = await sql<OperatorBusiness['organisations'][number]>`
    select o.name, o.state, o.state_reason as "stateReason", a.state = 'needs_reconnect' as "needsReconnect",
           ${iso('o.live_since')} as "liveSince", ${iso('o.last_event_at')} as "lastWebhookAt",
           ${iso('o.last_synced_at')} as "lastSyncedAt", ${iso('o.swept_at')} as "lastSweptAt",
           (select count(*)::int from xero_events e
            where e.business_id = o.business_id and e.tenant_id = o.tenant_id
              and e.handled_at is null and e.dead_at is null) as "waitingEvents"
    from organisations o
    join xero_authorisations a on a.business_id = o.business_id and a.id = o.authorisation_id
    where o.business_id = ${businessId}
    order by o.state = 'disconnected', o.name`.execute(db)
  return rows
}

const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const readLastPaid = async (db: Reader, businessId: string): Promise<OperatorBusiness['lastPaid']> => {
  const row = await db
    .selectFrom('decisions')
    .select(['decided_at', 'outcome', 'reason', 'found_by'])
    .where('business_id', '=', businessId)
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return {
    decidedAt: row.decided_at.toISOString(),
    outcome: row.outcome,
    words: wordsOf(row.reason),
    foundBy: row.found_by,
  }
}

const wordsOf = (reason: string | null): string =>
  reason === null
    ? 'A text was scheduled.'
    : ofTheOwner(skipReasonWords[reason as SkipReason]?.what ?? reason)

const readTexts = async (db: Reader, businessId: string): Promise<OperatorBusiness['texts']> => {
  const { rows } = await sql<OperatorBusiness['texts']>`
    select (select count(*)::int from review_requests
            where business_id = ${businessId} and state = 'scheduled') as waiting,
           (select ${iso('due_at')} from review_requests
            where business_id = ${businessId} and state = 'scheduled'
              and state in ('scheduled', 'waiting_for_funds') order by due_at limit 1) as "nextDueAt",
           (select count(*)::int from review_requests
            where business_id = ${businessId} and state = 'waiting_for_funds') as "waitingForFunds",
           (select count(*)::int from review_requests
            where business_id = ${businessId} and state = 'held') as held,
           (select count(*)::int from send_attempts
            where business_id = ${businessId} and state = 'unknown') as unknown`.execute(db)
  return rows[0]!
}

const readDecisions = async (
  db: Reader,
  businessId: string,
  since: Date,
): Promise<OperatorBusiness['decisions']> => {
  const { rows } = await sql<{ outcome: 'scheduled' | 'skipped'; reason: string | null; count: number }>`
    select outcome, reason, count(*)::int as count
    from decisions
    where business_id = ${businessId} and decided_at > ${since}
    group by outcome, reason
    order by count(*) desc, reason`.execute(db)
  return rows.map(({ outcome, reason, count }) => ({ outcome, words: wordsOf(reason), count }))
}
