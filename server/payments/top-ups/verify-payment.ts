import type { PaymentVerification } from '../../../contracts/payments.ts'
import { issueOneTimeToken } from '../../sessions/one-time-token.ts'
import { asSystem } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { centsToDecimal } from '../../platform/money.ts'
import { sha256 } from '../../platform/seal.ts'
import { applyPayment } from './apply-stripe-object.ts'
import { findBySession, type KnownCheckout } from './checkout-queries.ts'
import { paymentWords } from './checkout-rules.ts'
import type { PaymentDeps } from '../payment-deps.ts'

export type Asker = {
  /** Whose session it is; undefined without one that counts. */
  businessId: string | undefined
  isSignedIn: boolean
  /** The cookie of the browser that left for the payment page. */
  returnSecret: string | undefined
  browser: () => string
}

/**
 * The state of a payment, for its own business or the browser that began it and for no other caller. Asks Stripe
 * unless the funds have the money already. Throws Refusal 401 or 404, the same for every other payment and for none.
 */
export const verifyPayment = async (
  deps: PaymentDeps,
  sessionId: string,
  asker: Asker,
): Promise<PaymentVerification> => {
  const now = deps.clock()
  const before = await findBySession(deps.db, sessionId)
  const allowed = before && mayKnow(before, asker, now)
  if (!before || !allowed) throw asker.isSignedIn ? notFound() : notSignedIn()

  if (before.state !== 'paid') await applyPayment(deps, await deps.stripe.getCheckout(sessionId))
  const checkout = (await findBySession(deps.db, sessionId))!
  const token = allowed === 'came-back' ? await recoverSession(deps, checkout, asker, now) : null
  return verificationOf(checkout, sessionId, token)
}

const mayKnow = (checkout: KnownCheckout, asker: Asker, now: Date): 'owner' | 'came-back' | undefined => {
  if (asker.isSignedIn) return asker.businessId === checkout.business_id ? 'owner' : undefined
  const { return_hash: hash, return_until: until } = checkout
  if (!asker.returnSecret || !hash || !until || until <= now) return undefined
  return sha256(asker.returnSecret).equals(hash) ? 'came-back' : undefined
}

/** Valid once: who asks again has to sign in. */
const recoverSession = (
  { db }: PaymentDeps,
  checkout: KnownCheckout,
  { browser }: Asker,
  now: Date,
): Promise<string | null> =>
  asSystem(db, async (trx) => {
    const used = await trx
      .updateTable('checkouts')
      .set({ return_hash: null })
      .where('id', '=', checkout.id)
      .where('return_hash', 'is not', null)
      .returning('user_id')
      .executeTakeFirst()
    if (!used) return null
    return issueOneTimeToken(trx, { userId: used.user_id, browser: browser(), purpose: 'session', now })
  })

const verificationOf = (
  { state, amount_cents, currency, trouble }: KnownCheckout,
  sessionId: string,
  token: string | null,
): PaymentVerification => {
  const amount = centsToDecimal(amount_cents)
  const isPaid = state === 'paid'
  return {
    success: isPaid,
    token,
    amount,
    currency,
    paymentDetails: { sessionId, amountPaid: isPaid ? amount : 0, currency },
    message: paymentWords(state, trouble),
  }
}

const notSignedIn = (): Refusal => new Refusal('not-signed-in', 401, 'Please sign in to see this payment.')
const notFound = (): Refusal => new Refusal('payment-not-found', 404, 'We could not find this payment.')
