import { sql } from 'kysely'
import type { PaymentFacts } from '../../integrations/stripe/stripe-types.ts'
import { VendorFailure } from '../../platform/errors.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { applyPayment } from './apply-stripe-object.ts'
import { findByFacts } from './checkout-queries.ts'
import { ownerOf } from './restore-order.ts'

/**
 * Writes every order anew that Stripe has had since then and this database has forgotten, and brings it to Stripe's
 * state; `foundOne` is called for each. Throws VendorFailure when Stripe cannot be asked, and while another charge is
 * open.
 */
export const restoreOrders = async (deps: PaymentDeps, foundOne: () => void, since: Date): Promise<void> => {
  for (const facts of await deps.stripe.listOrders(since)) {
    if (await findByFacts(deps.db, facts)) continue
    await applyPayment(deps, facts)
    if (await findByFacts(deps.db, facts)) foundOne()
    else if (await isHeldUp(deps, facts))
      throw new VendorFailure(
        'stripe',
        'retry-later',
        'charge-open',
        'An older charge of the card is still open.',
      )
  }
}

const isHeldUp = async (deps: PaymentDeps, facts: PaymentFacts): Promise<boolean> => {
  const businessId = await ownerOf(deps, facts)
  if (!businessId || facts.sessionId !== undefined) return false
  const { rows } = await sql<{ open: boolean }>`
    select exists (
      select from checkouts
      where business_id = ${businessId} and is_automatic and state in ('open', 'processing')) as open`.execute(
    deps.db,
  )
  return rows[0]!.open
}
