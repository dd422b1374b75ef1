import { sql } from 'kysely'
import { lockBusiness, type TenantTrx } from '../../database/database.ts'
import type { TakenBack } from '../../integrations/stripe/stripe-types.ts'
import type { FundsAdded } from '../payment-deps.ts'
import { lockAutoTopUp, pauseAutoTopUp } from '../auto-top-ups/auto-top-up-queries.ts'
import { bookTransfer } from '../../ledger/book-transfer.ts'

export type Reversal = 'taken' | 'given-back' | 'unchanged' | 'refused'

/**
 * A refund or a dispute takes funds away, even below zero: then texts wait until it is made good, and no saved card is
 * charged to do so. One that failed or was won restores them, one that was lost perhaps a part. Each does either once,
 * by its own id.
 */
export const reversePayment = async (
  trx: TenantTrx,
  checkout: { business_id: string; id: string; currency: string },
  taken: TakenBack,
  { now, fundsAdded }: { now: Date; fundsAdded: FundsAdded },
): Promise<Reversal> => {
  const { id: reference, kind, amountCents: cents, returnedCents } = taken
  const businessId = checkout.business_id
  if (taken.currency !== checkout.currency || cents <= 0) return 'refused'
  let isNew = false
  if (taken.isTaken) {
    // Before the balance, in the order in which charges lock them.
    await lockAutoTopUp(trx, businessId)
    isNew = await bookTransfer(trx, businessId, {
      kind,
      reference,
      from: 'available',
      to: 'card',
      cents,
      checkoutId: checkout.id,
    })
    if (isNew) await pauseAutoTopUp(trx, businessId, 'taken_back', now)
    // Won and given back, and lost after all: rare, and for somebody to look at.
    else if ((await givenBackCents(trx, businessId, reference)) > returnedCents) return 'refused'
  } else if (!(await wasTaken(trx, businessId, taken))) return 'unchanged'
  const isBack = returnedCents > 0 && (await giveBack(trx, checkout, taken))
  if (isBack) await fundsAdded(trx, businessId, now)
  if (isBack) return 'given-back'
  return isNew ? 'taken' : 'unchanged'
}

/** One that was lost may give back a part, once more a part, and the rest where it is won on appeal: each is booked. */
const giveBack = async (
  trx: TenantTrx,
  checkout: { business_id: string; id: string },
  { id, returnedCents }: TakenBack,
): Promise<boolean> => {
  const businessId = checkout.business_id
  const book = (reference: string, cents: number) =>
    bookTransfer(trx, businessId, {
      kind: 'reinstate',
      reference,
      from: 'card',
      to: 'available',
      cents,
      checkoutId: checkout.id,
    })
  if (await book(id, returnedCents)) return true
  await lockBusiness(trx, businessId, 'give-back')
  const restCents = returnedCents - (await givenBackCents(trx, businessId, id))
  return restCents > 0 && book(`${id}:${returnedCents}`, restCents)
}

const givenBackCents = async (trx: TenantTrx, businessId: string, id: string): Promise<number> => {
  const { cents } = await trx
    .selectFrom('transfers as t')
    .innerJoin('entries as e', (join) =>
      join.onRef('e.business_id', '=', 't.business_id').onRef('e.transfer_id', '=', 't.id'),
    )
    .select(sql<number>`coalesce(sum(e.amount_cents), 0)::bigint`.as('cents'))
    .where('t.business_id', '=', businessId)
    .where(sql`split_part(t.reference, ':', 1)`, '=', id)
    .where('t.kind', '=', 'reinstate')
    .where('e.account', '=', 'available')
    .executeTakeFirstOrThrow()
  return cents
}

const wasTaken = async (trx: TenantTrx, businessId: string, { id, kind }: TakenBack): Promise<boolean> => {
  const row = await trx
    .selectFrom('transfers')
    .select('id')
    .where('business_id', '=', businessId)
    .where('reference', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row !== undefined
}
