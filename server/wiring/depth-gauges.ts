import { sql, type RawBuilder } from 'kysely'
import { Gauge, Registry } from 'prom-client'
import { backupAge, verifiedAge } from '../backups/backup-ages.ts'
import type { Db } from '../database/database.ts'
import { ACCOUNT_CODES, CONFIGURATION_CODES } from '../integrations/twilio/twilio-codes-rules.ts'
import { EVENTS_TO_ANSWER, FIRST_TRY_OF_A, TEXTS_TO_SEND, WAITS_SINCE } from '../operations/due-work.ts'
import { deadByDoor } from '../operations/inbox.ts'
import { lateErasures, pruneAge } from '../operations/retention-gauges.ts'
import { withinDeadline } from '../platform/http/within-deadline.ts'
import { isDatabaseAway } from '../platform/postgres/connections/database-away.ts'
import { livingWorkers } from '../platform/postgres/work/workers.ts'
import { IS_STUCK } from '../review-requests/sending/unknown/stuck-attempts.ts'

type Reading = { label: string; value: number }

/** How much waits now, counted in the database when it is asked for: the same from every process. */
export const createDepthGauges = (db: Db, nightlyPlace?: string): Registry => {
  const registry = new Registry()
  const gauge = (name: string, help: string, labelNames: string[], readings: RawBuilder<Reading>) =>
    new Gauge({
      name: `goodword_${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const { rows } = await withinDeadline(readings.execute(db)).catch(noneIfAway)
        this.reset()
        // Without labels a reset leaves a reading of zero.
        if (rows.length === 0 && labelNames.length === 0) this.remove()
        for (const { label, value } of rows)
          this.set(Object.fromEntries(labelNames.map((labelName) => [labelName, label])), value)
      },
    })

  gauge('events_waiting', 'Events of Xero that wait to be handled', [], waitingEvents)
  gauge('inbox_dead', 'Messages of vendors that could not be handled', ['door'], deadByDoor)
  gauge('requests', 'Review requests that wait', ['state'], waitingRequests)
  gauge('attempts_open', 'Attempts whose outcome is open', ['state'], openAttempts)
  gauge('payments_open', 'Orders of funds that are not settled', ['kind'], openPayments)
  gauge('payments_open_long', 'Orders of funds that are open for over an hour', ['kind'], longOpenPayments)
  gauge('organisations', 'Organisations by the state of their connection', ['state'], organisations)
  gauge('texts_oldest_due_seconds', 'How long the oldest text that nothing keeps back is due', [], oldestText)
  gauge('events_oldest_seconds', 'How long the oldest event that nothing keeps back waits', [], oldestEvent)
  gauge('attempts_oldest_seconds', 'How long the oldest open attempt is open', ['state'], oldestAttempts)
  gauge('attempts_refused', 'Texts that wait because the gateway refuses our account', [], refusedAttempts)
  gauge('workers', 'Workers that are at work', [], workers)
  gauge('funds_cents', 'Funds of all businesses', ['account'], funds)
  gauge(
    'backup_age_seconds',
    'Since the moment that the last whole backup holds',
    [],
    backupAge(nightlyPlace),
  )
  gauge(
    'backup_verified_age_seconds',
    'Since the moment that the last backup holds that was restored as a trial',
    [],
    verifiedAge(nightlyPlace),
  )
  gauge('erasures_late', 'Businesses that should be erased for over two days', [], lateErasures)
  gauge('prune_age_seconds', 'Since what was kept for long enough was last removed', [], pruneAge)
  gauge('recovery_fence', 'Whether the recovery fence is up, by its reason', ['reason'], recoveryFence)
  return registry
}

/** One that takes too long, or whose table is locked, is absent, and the others are answered. */
const noneIfAway = (cause: unknown): { rows: Reading[] } => {
  if (isDatabaseAway(cause)) return { rows: [] }
  throw cause
}

const waitingEvents = sql<Reading>`
  select '' as label, count(*) as value from xero_events where handled_at is null and dead_at is null`

const recoveryFence = sql<Reading>`
  select coalesce(reason, 'none') as label, (fenced_at is not null)::integer as value from recovery`

const waitingRequests = sql<Reading>`
  select state as label, count(*) as value from review_requests
   where state in ('scheduled', 'waiting_for_funds') or state = 'held' group by state`

/** Not for its customer’s hours: tries are at most five minutes apart, unless the gateway refuses us. */
const WAITS_FOR_GATEWAY = sql`
  (retry_at <= now() + interval '5 minutes' or error_code = any(${[...CONFIGURATION_CODES]}))`

/** Each state has an index of its own, which holds few rows; asked for all at once, the whole table is read. */
const openOnes = sql`(
    select state as label, claimed_at as since from send_attempts where state = 'sending'
    union all
    select state, case when ${WAITS_FOR_GATEWAY} then ${FIRST_TRY_OF_A} end from send_attempts a where state = 'retry'
    union all
    select case when ${IS_STUCK} then 'stuck' else state end, claimed_at from send_attempts where state = 'unknown') open`

const openAttempts = sql<Reading>`select label, count(*) as value from ${openOnes} group by label`

const kindOfPayment = sql`case when is_automatic then 'charge' else 'page' end`

const openPayments = sql<Reading>`
  select ${kindOfPayment} as label, count(*) as value from checkouts
   where state in ('open', 'processing') group by 1`

/** What is processing waits for the bank, for days in some cases. */
const longOpenPayments = sql<Reading>`
  select ${kindOfPayment} as label, count(*) as value from checkouts
   where state = 'open' and created_at < now() - interval '1 hour' group by 1`

const organisations = sql<Reading>`
  select case when o.state <> 'disconnected' and a.state = 'needs_reconnect' then 'needs_reconnect' else o.state end
           as label, count(*) as value
  from organisations o
  left join xero_authorisations a on a.business_id = o.business_id and a.id = o.authorisation_id
  group by 1`

const oldestText = sql<Reading>`
  select '' as label, coalesce(extract(epoch from now() - min(r.due_at)), 0)::float8 as value
  from ${TEXTS_TO_SEND} and r.due_at < now()`

const oldestEvent = sql<Reading>`
  select '' as label, greatest(0, extract(epoch from now() - min(${WAITS_SINCE})))::float8 as value
  from ${EVENTS_TO_ANSWER}`

const oldestAttempts = sql<Reading>`
  select label, greatest(0, extract(epoch from now() - min(since)))::float8 as value from ${openOnes}
  group by label`

const refusedAttempts = sql<Reading>`
  select '' as label, count(*) as value from send_attempts
   where state = 'retry' and error_code = any(${ACCOUNT_CODES}::text[])`

const workers = sql<Reading>`select '' as label, (${livingWorkers}) as value`

const funds = sql<Reading>`
  select 'available' as label, coalesce(sum(available_cents), 0)::bigint as value from balances
   union all
  select 'reserved', coalesce(sum(reserved_cents), 0)::bigint from balances`
