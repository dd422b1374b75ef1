import { asBusiness } from '../database.ts'
import type { CardSetupFacts, SavedCard } from '../integrations/stripe/stripe-types.ts'
import { VendorFailure } from '../platform/errors.ts'
import { lockAutoTopUp } from './auto-top-up-queries.ts'
import type { PaymentDeps } from './funds-deps.ts'

type KnownSetup = { business_id: string; id: string }

/**
 * Brings our record of a visit to Stripe's card page to what Stripe says of it, and keeps the card that was left there:
 * once, however often this is called. Undefined where the session is no such visit.
 */
export const applyCardSetup = async (deps: PaymentDeps, sessionId: string): Promise<string | undefined> => {
  const setup = await deps.db
    .selectFrom('card_setups')
    .select(['business_id', 'id', 'state'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  if (!setup) return undefined
  if (setup.state === 'saved') return 'unchanged'
  const facts = await deps.stripe.getCardSetup(sessionId)
  if (!facts) return 'unknown'
  if (facts.state === 'open') return 'unchanged'
  if (!facts.card) return closeSetup(deps, setup, facts.state === 'expired' ? 'expired' : 'refused')
  const replaced = await keepCard(deps, setup, facts, facts.card)
  if (replaced.cardId) await forgetQuietly(deps, replaced.cardId)
  return replaced.outcome
}

const keepCard = (
  { db, stripe }: PaymentDeps,
  { business_id: businessId, id }: KnownSetup,
  facts: CardSetupFacts,
  card: SavedCard,
): Promise<{ outcome: string; cardId: string | null }> =>
  asBusiness(db, businessId, async (trx) => {
    const before = await lockAutoTopUp(trx, businessId)
    const isOurs =
      facts.reference === id && facts.isLive === stripe.isLive && facts.customerId === before?.customer_id
    const fresh = await trx
      .updateTable('card_setups')
      .set({ state: isOurs ? 'saved' : 'refused' })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .where('state', '!=', 'saved')
      .returning('created_at')
      .executeTakeFirst()
    if (!isOurs || !fresh) return { outcome: isOurs ? 'unchanged' : 'refused', cardId: null }
    const later = await trx
      .selectFrom('card_setups')
      .select('id')
      .where('business_id', '=', businessId)
      .where('state', '=', 'saved')
      .where('created_at', '>', fresh.created_at)
      .executeTakeFirst()
    // She went there again since, and the card of that visit is the one she means.
    if (later) return { outcome: 'not-needed', cardId: card.id }
    await trx
      .updateTable('auto_top_ups')
      .set({ card_id: card.id, card_brand: card.brand, card_last4: card.last4, card_ends: card.ends })
      .where('business_id', '=', businessId)
      .execute()
    // Another card answers every reason but money that was taken back.
    await trx
      .updateTable('auto_top_ups')
      .set({ paused_reason: null, paused_at: null })
      .where('business_id', '=', businessId)
      .where('paused_reason', '!=', 'taken_back')
      .execute()
    return { outcome: 'saved', cardId: before?.card_id === card.id ? null : (before?.card_id ?? null) }
  })

const closeSetup = async (
  { db }: PaymentDeps,
  { business_id: businessId, id }: KnownSetup,
  state: 'expired' | 'refused',
): Promise<string> => {
  await asBusiness(db, businessId, (trx) =>
    trx
      .updateTable('card_setups')
      .set({ state })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .where('state', '=', 'open')
      .execute(),
  )
  return 'noted'
}

/** We have let go of it already; at Stripe it only lies there. */
export const forgetQuietly = async ({ stripe, log }: PaymentDeps, cardId: string): Promise<void> => {
  try {
    await stripe.forgetCard(cardId)
  } catch (cause) {
    if (!(cause instanceof VendorFailure)) throw cause
    log.warn({ err: cause }, 'Stripe was not told to forget a card that is not used any more')
  }
}
