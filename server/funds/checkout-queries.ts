import type { Db } from '../database.ts'
import type { CheckoutFacts } from '../integrations/stripe/stripe-types.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export type KnownCheckout = NonNullable<Awaited<ReturnType<typeof findBySession>>>

export const findBySession = (db: Db, sessionId: string) =>
  db.selectFrom('checkouts').selectAll().where('session_id', '=', sessionId).executeTakeFirst()

/** Our record of what Stripe speaks of. We may have died before we wrote the session's id down. */
export const findByFacts = async (db: Db, facts: CheckoutFacts): Promise<KnownCheckout | undefined> => {
  const known = await findBySession(db, facts.sessionId)
  if (known || !facts.reference || !UUID.test(facts.reference)) return known
  return db
    .selectFrom('checkouts')
    .selectAll()
    .where('id', '=', facts.reference)
    .where('session_id', 'is', null)
    .executeTakeFirst()
}

export const findByPayment = (db: Db, paymentIntentId: string) =>
  db.selectFrom('checkouts').selectAll().where('payment_intent', '=', paymentIntentId).executeTakeFirst()
