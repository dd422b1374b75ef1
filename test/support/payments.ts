import { sql } from 'kysely'
import type { CardFate } from '../../sandbox/stripe/world.ts'
import { asBusiness, type Db } from '../../server/database/database.ts'
import type { PaymentDeps } from '../../server/payments/payment-deps.ts'
import { handleStripeEvents } from '../../server/payments/top-ups/handle-stripe-events.ts'
import { reserveFunds } from '../../server/ledger/reserve-funds.ts'
import type { AccountSide } from './account-side.ts'
import type { Owner } from './owner.ts'

/** Begins a top-up as the screen does; the session's id. */
export const orderTopUp = async (owner: Owner, amount: number): Promise<string> => {
  const { status, body } = await owner.api('POST', '/api/top-ups', { amount })
  if (status !== 200) throw new Error(`The top-up was answered with ${status}: ${JSON.stringify(body)}`)
  return body['sessionId'] as string
}

/** Handles every event of Stripe's that waits, as the worker does. */
export const handleWaiting = async (deps: PaymentDeps): Promise<void> => {
  const { rows } = await sql<{ object_id: string }>`
    select distinct object_id from stripe_events where handled_at is null`.execute(deps.db)
  await Promise.all(rows.map(({ object_id }) => handleStripeEvents(deps, object_id)))
}

export const availableCents = async (db: Db, businessId: string): Promise<number> => {
  const row = await db
    .selectFrom('balances')
    .select('available_cents')
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  return row?.available_cents ?? 0
}

/** `kind cents` of everything that moved between card and funds, oldest first. */
export const cardMovements = async (db: Db, businessId: string): Promise<string[]> => {
  const { rows } = await sql<{ words: string }>`
    select t.kind || ' ' || e.amount_cents as words
    from transfers t
    join entries e on e.business_id = t.business_id and e.transfer_id = t.id and e.account = 'available'
    where t.business_id = ${businessId} and t.kind in ('topup', 'refund', 'dispute', 'reinstate')
    order by t.id`.execute(db)
  return rows.map(({ words }) => words)
}

export const TERMS = { isOn: true, threshold: 10, amount: 50, monthlyCap: 200, hasConsented: true }

/** Agrees to automatic top-ups and leaves a card at Stripe, as the screen does; the card's id. */
export const leaveCard = async (
  side: AccountSide,
  owner: Owner,
  fate: CardFate = 'works',
  terms: object = {},
): Promise<string> => {
  const on = await owner.api('PUT', '/api/auto-top-up', { ...TERMS, ...terms })
  if (on.status !== 200) throw new Error(`It was not switched on: ${JSON.stringify(on.body)}`)
  const { body } = await owner.api('POST', '/api/auto-top-up/card')
  const [sessionId] = /cs_test_\w+/.exec(body['setupUrl'] as string)!
  await side.sandbox.stripe.leaveCard(sessionId!, fate)
  await owner.api('PUT', '/api/auto-top-up/card', { sessionId })
  return side.sandbox.stripe.find(sessionId!).cardId!
}

/** So much less in the funds, as if texts were on their way. */
export const spend = (db: Db, businessId: string, cents: number): Promise<unknown> =>
  asBusiness(db, businessId, (trx) =>
    reserveFunds(trx, businessId, [{ reference: crypto.randomUUID(), cents }]),
  )
