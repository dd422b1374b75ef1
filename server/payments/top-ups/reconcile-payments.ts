import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { StripeEvent } from '../../integrations/stripe/stripe-types.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/dates.ts'
import { applyPayment, applyStripeObject, NO_ORDER, UNKNOWN } from './apply-stripe-object.ts'
import { isPassing } from '../../platform/postgres/work/inbox.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { expireUnknownPage, expireWithoutPage } from '../life/write-checkouts.ts'
import { handleStripeEvents } from './handle-stripe-events.ts'
import { LONG_OPEN_MS } from '../auto-top-ups/look-for-charges.ts'
import { MONEY_EVENTS } from './stripe-event-rules.ts'

export type PaymentsReport = {
  /** Events that no webhook had brought. */
  missedEvents: number
  /** What no webhook had brought into the ledger. */
  repaired: number
  /** What could not be repaired, in words. */
  faults: string[]
}

const LOOK_BACK_DAYS = 4
/** Stripe keeps its events for 30 days. */
const MOST_BACK_DAYS = 29
/** A webhook may still be on its way. */
const TOLD_BY_NOW_MS = 2 * MINUTE_MS
const SETTLED_BY_NOW_MS = 10 * MINUTE_MS
const MOST_AT_ONCE = 200

/**
 * Compares the ledger with Stripe's events and payments, from four days before it last came to its end: what no
 * webhook reported is caught up, what does not agree is reported. Throws VendorFailure when Stripe cannot be asked.
 */
export const reconcilePayments = async (deps: PaymentDeps): Promise<PaymentsReport> => {
  // Not this worker's own clock: what it reads and marks as read is for all.
  const now = await deps.databaseNow()
  const { missedEvents, repaired, refused } = await catchUpPayments(deps, {
    since: await unreadSince(deps.db, now),
    until: new Date(now.getTime() - TOLD_BY_NOW_MS),
  })
  const faults = [...refused, ...(await findPaymentFaults(deps.db, now))]
  await keepReadUntil(deps, now)
  return { missedEvents, repaired, faults }
}

/**
 * Brings into the ledger what Stripe reported in that time and no webhook brought; without `until`, also what one may
 * still bring. Returns what Stripe refused, in words. Throws VendorFailure when Stripe cannot be asked.
 */
export const catchUpPayments = async (
  deps: PaymentDeps,
  { since, until }: { since: Date; until?: Date },
): Promise<{ missedEvents: number; repaired: number; refused: string[] }> => {
  const now = await deps.databaseNow()
  const events = await deps.stripe.listEvents({ since, types: [...MONEY_EVENTS] })
  const ours = events.filter(
    ({ account, isLive, createdAt }) =>
      account === undefined &&
      isLive === deps.stripe.isLive &&
      (until === undefined || createdAt.getTime() < until.getTime()),
  )
  const missed = await keepMissed(deps.db, ours)
  const before = await bookingsOf(deps.db, missed)
  for (const objectId of new Set(missed)) await handleStripeEvents(deps, objectId)
  // By the ledger: a worker may handle them as well, from a second after they were kept.
  let repaired = (await bookingsOf(deps.db, missed)).filter((one) => !before.includes(one)).length
  const counting: PaymentDeps = { ...deps, recordBooked: () => void (repaired += 1) }
  const refused = [...(await lookAtUnsettled(counting, now)), ...(await lookAtUnordered(counting))]
  await expireWithoutPage(deps.db, new Date(now.getTime() - DAY_MS))
  return { missedEvents: missed.length, repaired, refused }
}

/** What the ledger holds of these objects of Stripe's. */
const bookingsOf = async (db: Db, ids: string[]): Promise<string[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{ booking: string }>`
    select kind || ' ' || reference as booking from transfers
    where kind in ('topup', 'refund', 'dispute', 'reinstate')
      and split_part(reference, ':', 1) = any(${ids})`.execute(db)
  return rows.map(({ booking }) => booking)
}

/** What happened while no worker ran is read as well. A mark in the future does not tell how far it was read. */
const unreadSince = async (db: Db, now: Date): Promise<Date> => {
  const poll = await db.selectFrom('payment_polls').select('polled_at').executeTakeFirst()
  const most = now.getTime() - MOST_BACK_DAYS * DAY_MS
  if (!poll || poll.polled_at > now) return new Date(most)
  return new Date(Math.max(poll.polled_at.getTime() - LOOK_BACK_DAYS * DAY_MS, most))
}

const keepReadUntil = async ({ db, sqlNow }: PaymentDeps, now: Date): Promise<void> => {
  await sql`
    insert into payment_polls (polled_at) values (${now})
    on conflict (is_only) do update set polled_at = excluded.polled_at
    where payment_polls.polled_at < excluded.polled_at or payment_polls.polled_at > ${sqlNow()}`.execute(db)
}

const keepMissed = async (db: Db, events: StripeEvent[]): Promise<string[]> => {
  if (events.length === 0) return []
  const rows = events.map(({ id, type, objectId, createdAt }) => ({
    id,
    type,
    object_id: objectId,
    created_at: createdAt,
  }))
  const { rows: fresh } = await sql<{ object_id: string }>`
    insert into stripe_events (id, type, object_id, created_at, found_by)
    select id, type, object_id, created_at, 'reconcile'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (
      id text, type text, object_id text, created_at timestamptz)
    on conflict (id) do nothing
    returning object_id`.execute(db)
  return fresh.map(({ object_id }) => object_id)
}

/** Payments without any event; a charge of unknown outcome is looked for elsewhere. */
const lookAtUnsettled = async (deps: PaymentDeps, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ id: string; is_automatic: boolean }>`
    select case when is_automatic then payment_intent else session_id end as id, is_automatic
    from checkouts
    where state in ('open', 'processing') and created_at < ${new Date(now.getTime() - SETTLED_BY_NOW_MS)}
      and case when is_automatic then payment_intent else session_id end is not null
    order by created_at desc
    limit ${MOST_AT_ONCE}`.execute(deps.db)
  return eachApart(deps, rows, async ({ id, is_automatic }) => {
    if (is_automatic) return void (await applyStripeObject(deps, id))
    const facts = await deps.stripe.getCheckout(id)
    if (facts) await applyPayment(deps, facts)
    else await expireUnknownPage(deps.db, id, new Date(now.getTime() - DAY_MS))
  })
}

/**
 * A payment without an order may have been refunded since, or its order restored. What Stripe did not know may have
 * been asked with a wrong key; a reversal that did not match may do so now, or by this version. Each in its turn:
 * another system's on this account may be more than are looked at.
 */
const lookAtUnordered = async (deps: PaymentDeps): Promise<string[]> => {
  const { db, sqlNow } = deps
  const { rows } = await sql<{ id: string }>`
    select object_id as id from stripe_events where ${IS_UNSETTLED}
    group by object_id order by min(handled_at), object_id limit ${MOST_AT_ONCE}`.execute(db)
  return eachApart(deps, rows, async ({ id }) => {
    // Before it is looked at, so that one that cannot be applied goes to the end as well.
    await sql`
      update stripe_events set handled_at = ${sqlNow()}
      where object_id = ${id} and ${IS_UNSETTLED}`.execute(db)
    const outcome = await applyStripeObject(deps, id)
    if (outcome === UNKNOWN) return
    await sql`
      update stripe_events set outcome = ${outcome}
      where object_id = ${id} and ${IS_UNSETTLED}`.execute(db)
  })
}

const IS_REFUSED = sql`outcome = 'refused' and object_id not like all (array['cs_%', 'pi_%'])`
const IS_UNSETTLED = sql`(outcome = any(${[NO_ORDER, UNKNOWN]}) or ${IS_REFUSED})`

/** One that Stripe refuses to return, or that cannot be applied, stops no other. Returns these, in words. */
const eachApart = async <Payment extends { id: string }>(
  { log }: PaymentDeps,
  payments: Payment[],
  look: (payment: Payment) => Promise<void>,
): Promise<string[]> => {
  const faults: string[] = []
  for (const payment of payments) {
    try {
      await look(payment)
    } catch (cause) {
      if (isPassing(cause)) throw cause
      log.error({ err: cause, payment: payment.id }, 'a payment could not be compared with Stripe')
      faults.push(`payment ${payment.id} could not be compared with Stripe: ${(cause as Error).message}`)
    }
  }
  return faults
}

/** What does not agree among our own records, some of which come from Stripe. */
export const findPaymentFaults = async (db: Db, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ fault: string }>`
    select format('checkout %s: Stripe reports another %s', id, trouble) as fault
    from checkouts where trouble is not null and state <> 'paid'
    union all
    select format('automatic top-up %s is open since %s, and it is not known whether it was charged', id,
                  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'))
    from checkouts
    where is_automatic and state = 'open' and trouble is null
      and created_at < ${new Date(now.getTime() - LONG_OPEN_MS)}
    union all
    select format('checkout %s is paid, its top-up in the ledger is %s of %s cents', c.id,
                  coalesce(t.cents::text, 'missing, instead'), c.amount_cents)
    from checkouts c
    left join lateral (
      select sum(e.amount_cents) as cents
      from transfers t
      join entries e on e.business_id = t.business_id and e.transfer_id = t.id and e.account = 'available'
      where t.business_id = c.business_id and t.kind = 'topup'
        and t.reference = case when c.is_automatic then c.payment_intent else c.session_id end
    ) t on true
    where c.state = 'paid' and t.cents is distinct from c.amount_cents
    union all
    select format('top-up %s belongs to no paid checkout', t.reference)
    from transfers t
    left join checkouts c on c.business_id = t.business_id and c.state = 'paid'
      and t.reference = case when c.is_automatic then c.payment_intent else c.session_id end
    where t.kind = 'topup' and c.id is null
    union all
    select distinct format(
      case when object_id like any (array['cs_%', 'pi_%'])
           then 'payment %s is paid at Stripe, for an order of ours that is not in this database'
           else 'refund or dispute %s is of a payment for an order of ours that is not in this database' end, object_id)
    from stripe_events where outcome = ${NO_ORDER}
    union all
    select format('%s of %s was refused: it does not match its payment', type, object_id)
    from stripe_events where ${IS_REFUSED}
    limit 100`.execute(db)
  return rows.map(({ fault }) => fault)
}
