import type { Db } from '../../database/database.ts'
import type { PaymentFacts } from '../../integrations/stripe/stripe-types.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export type KnownCheckout = NonNullable<Awaited<ReturnType<typeof findBySession>>>

export const findBySession = (db: Db, sessionId: string) =>
  db.selectFrom('checkouts').selectAll().where('session_id', '=', sessionId).executeTakeFirst()

/** Whether its references look like those of an order of ours. */
export const isOfOurForm = ({ isMarked, reference }: PaymentFacts): boolean =>
  isMarked && reference !== undefined && UUID.test(reference)

/** Our record of an object of Stripe's. A process may have been killed before it recorded Stripe's id. */
export const findByFacts = async (db: Db, facts: PaymentFacts): Promise<KnownCheckout | undefined> => {
  const { sessionId, paymentIntentId, reference } = facts
  const known =
    sessionId !== undefined
      ? await findBySession(db, sessionId)
      : paymentIntentId && (await findByPayment(db, paymentIntentId))
  if (known || !reference || !UUID.test(reference)) return known || undefined
  return db
    .selectFrom('checkouts')
    .selectAll()
    .where('id', '=', reference)
    .where('is_automatic', '=', sessionId === undefined)
    .where(sessionId === undefined ? 'payment_intent' : 'session_id', 'is', null)
    .executeTakeFirst()
}

export const findByPayment = (db: Db, paymentIntentId: string) =>
  db.selectFrom('checkouts').selectAll().where('payment_intent', '=', paymentIntentId).executeTakeFirst()
