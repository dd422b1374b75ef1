import { sql } from 'kysely'
import { lockBusiness, type TenantTrx } from '../../database/database.ts'
import type { TakenBack } from '../../integrations/stripe/stripe-types.ts'
import { MINUTE_MS } from '../../platform/dates.ts'
import { enqueue } from '../../platform/postgres/work/jobs.ts'
import type { FundsAdded } from '../payment-deps.ts'
import { lockAutoTopUp, pauseAutoTopUp } from '../auto-top-ups/auto-top-up-queries.ts'
import { bookTransfer } from '../../ledger/book-transfer.ts'

export type Reversal = 'taken' | 'given-back' | 'unchanged' | 'refused' | 'read-again'

/** `count`: how many movements the ledger has of it by now. */
export type Reversed = { outcome: Reversal; count: number }

/**
 * A refund or a dispute takes funds away, even below zero: then texts wait until it is made good, and no saved card is
 * charged to do so. One that failed or was won restores them, one that was lost perhaps a part, and one that is lost
 * after all takes them again: `read-again`, unless these very movements were `seen` before it was read.
 */
export const reversePayment = async (
  trx: TenantTrx,
  checkout: { business_id: string; id: string; currency: string },
  taken: TakenBack,
  { now, fundsAdded, seen }: { now: Date; fundsAdded: FundsAdded; seen: number },
): Promise<Reversed> => {
  const businessId = checkout.business_id
  if (taken.currency !== checkout.currency || taken.amountCents <= 0) return { outcome: 'refused', count: 0 }
  // Before the balance, in the order in which charges lock them.
  if (taken.isTaken) await lockAutoTopUp(trx, businessId)
  await lockBusiness(trx, businessId, 'give-back')
  const booked = await bookedOf(trx, businessId, taken)
  const { count } = booked
  const cents = centsDue(taken, booked)
  if (cents === 0) return { outcome: 'unchanged', count }
  if (cents < 0 && count > 0 && count !== seen) return { outcome: 'read-again', count }
  if (!(await book(trx, checkout, taken, { cents, booked }))) return { outcome: 'read-again', count }
  await lookOnceMore(trx, taken.id, { count, now })
  if (cents > 0) await fundsAdded(trx, businessId, now)
  else await pauseAutoTopUp(trx, businessId, 'taken_back', now)
  return { outcome: cents > 0 ? 'given-back' : 'taken', count: count + 1 }
}

/**
 * Where this worker ends before it has read again, and another has handled all that was reported meanwhile. A key for
 * each movement: a job that is under way when one of its key is enqueued would not be tried again.
 */
const lookOnceMore = (
  trx: TenantTrx,
  id: string,
  { count, now }: { count: number; now: Date },
): Promise<void> =>
  enqueue(
    trx,
    'look-at-reversal',
    { id },
    { key: `look-at-reversal:${id}:${count}`, queue: 'stripe', runAt: new Date(now.getTime() + MINUTE_MS) },
  )

/** What the funds lack of what they should have of it; less than zero where it is to be taken from them. */
const centsDue = (taken: TakenBack, booked: Booked): number => {
  const { amountCents, returnedCents, isTaken, isFinal } = taken
  // As a whole at first: what came back since is a movement of its own.
  if (booked.count === 0) return isTaken ? -amountCents : 0
  const cents = returnedCents - amountCents - booked.cents
  return isFinal ? cents : Math.max(0, cents)
}

type Booked = { count: number; kinds: string[]; cents: number }

/** What the ledger has of it by now. */
const bookedOf = (trx: TenantTrx, businessId: string, { id, kind }: TakenBack): Promise<Booked> =>
  trx
    .selectFrom('transfers as t')
    .innerJoin('entries as e', (join) =>
      join.onRef('e.business_id', '=', 't.business_id').onRef('e.transfer_id', '=', 't.id'),
    )
    .select([
      sql<number>`count(*)::integer`.as('count'),
      sql<string[]>`coalesce(array_agg(distinct t.kind), '{}')`.as('kinds'),
      sql<number>`coalesce(sum(e.amount_cents), 0)::bigint`.as('cents'),
    ])
    .where('t.business_id', '=', businessId)
    .where(sql`split_part(t.reference, ':', 1)`, '=', id)
    .where('t.kind', 'in', [kind, 'reinstate'])
    .where('e.account', '=', 'available')
    .executeTakeFirstOrThrow()

/** The first of its kind by its own id. False where another booked that one without our lock. */
const book = (
  trx: TenantTrx,
  checkout: { business_id: string; id: string },
  { id, kind }: TakenBack,
  { cents, booked }: { cents: number; booked: Booked },
): Promise<boolean> => {
  const isBack = cents > 0
  const as = isBack ? 'reinstate' : kind
  return bookTransfer(trx, checkout.business_id, {
    kind: as,
    reference: booked.kinds.includes(as) ? `${id}:${booked.count}` : id,
    from: isBack ? 'card' : 'available',
    to: isBack ? 'available' : 'card',
    cents: Math.abs(cents),
    checkoutId: checkout.id,
  })
}
