import { asBusiness } from '../../database/database.ts'
import type { CardSetupFacts, SavedCard } from '../../integrations/stripe/stripe-types.ts'
import { enqueueForgetting, lockAutoTopUp } from './auto-top-up-queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'

type KnownSetup = { business_id: string; id: string }

/**
 * Brings our record of a visit to Stripe's card page to Stripe's state of it, and keeps the card that was left there:
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
  return keepCard(deps, setup, facts, facts.card)
}

const keepCard = (
  { db, stripe }: PaymentDeps,
  { business_id: businessId, id }: KnownSetup,
  facts: CardSetupFacts,
  card: SavedCard,
): Promise<string> =>
  asBusiness(db, businessId, async (trx) => {
    // The visit began with her terms, and no terms are ever deleted.
    const before = (await lockAutoTopUp(trx, businessId))!
    const isOurs =
      facts.reference === id && facts.isLive === stripe.isLive && facts.customerId === before.customer_id
    const fresh = await trx
      .updateTable('card_setups')
      .set({ state: isOurs ? 'saved' : 'refused' })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .where('state', '!=', 'saved')
      .returning('created_at')
      .executeTakeFirst()
    if (!isOurs || !fresh) return isOurs ? 'unchanged' : 'refused'
    const later = await trx
      .selectFrom('card_setups')
      .select('id')
      .where('business_id', '=', businessId)
      .where('state', '=', 'saved')
      .where('created_at', '>', fresh.created_at)
      .executeTakeFirst()
    const { deactivated_at } = await trx
      .selectFrom('businesses')
      .select('deactivated_at')
      .where('id', '=', businessId)
      .executeTakeFirstOrThrow()
    const isOn = before.is_on && !deactivated_at
    // She went there again since, and has the card of that visit; or it was switched off, or her account, meanwhile.
    if ((later && before.card_id) || !isOn) {
      if (card.id !== before.card_id) await enqueueForgetting(trx, card.id)
      return 'not-needed'
    }
    await trx
      .updateTable('auto_top_ups')
      .set({ card_id: card.id, card_brand: card.brand, card_last4: card.last4, card_ends: card.ends })
      .where('business_id', '=', businessId)
      .execute()
    // Another card answers what was wrong with the old one; a visit from before a restore confirms no terms.
    await trx
      .updateTable('auto_top_ups')
      .set({ paused_reason: null, paused_at: null })
      .where('business_id', '=', businessId)
      .where('paused_reason', 'not in', ['taken_back', 'unconfirmed'])
      .execute()
    if (before.card_id && before.card_id !== card.id) await enqueueForgetting(trx, before.card_id)
    return 'saved'
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
  return 'recorded'
}
