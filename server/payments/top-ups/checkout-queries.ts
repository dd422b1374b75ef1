import type { Db } from '../../database/database.ts'
import type { PaymentFacts } from '../../integrations/stripe/stripe-types.ts'
import { isUuid } from '../../platform/uuid-rules.ts'

export type KnownCheckout = NonNullable<Awaited<ReturnType<typeof findBySession>>>

export const findBySession = (db: Db, sessionId: string) =>
  db.selectFrom('checkouts').selectAll().where('session_id', '=', sessionId).executeTakeFirst()

/** Whether its references look like those of an order of ours. */
export const isOfOurForm = ({ isMarked, reference }: PaymentFacts): boolean =>
  isMarked && reference !== undefined && isUuid(reference)

/** Our record of an object of Stripe's. A process may have been killed before it recorded Stripe's id. */
export const findByFacts = async (db: Db, facts: PaymentFacts): Promise<KnownCheckout | undefined> => {
  const { sessionId, paymentIntentId, reference } = facts
  const known =
    sessionId !== undefined
      ? await findBySession(db, sessionId)
      : paymentIntentId && (await findByPayment(db, paymentIntentId))
  if (known || !reference || !isUuid(reference)) return known || undefined
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
