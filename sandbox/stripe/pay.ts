import { Refusal } from '../../server/platform/errors.ts'
import { randomHex } from '../identifiers.ts'
import type { Events } from './events.ts'
import { sessionObject } from './session-object.ts'
import { intentObject } from './payment-objects.ts'
import { leaveCard } from './saved-cards.ts'
import type { CardFate, Payment, StripeWorld } from './world.ts'

/** What people and banks do to a checkout. Each resolves once the first delivery of its event was answered. */
export const createPaying = (world: StripeWorld, events: Events) => {
  const announce = (type: string, payment: Payment) => {
    world.wire.changed()
    return events.publish(`checkout.session.${type}`, sessionObject(world, payment))
  }

  /** Events are sent for the payment as well as for the session that it was made in. */
  const announcePayment = (payment: Payment) =>
    events.publish(`payment_intent.${payment.isPaid ? 'succeeded' : 'payment_failed'}`, intentObject(payment))

  const find = (sessionId: string): Payment => {
    const payment = world.payments.get(sessionId)
    if (!payment) throw new Refusal('no-such-checkout', 404, 'There is no such checkout.')
    expireIfDue(payment)
    return payment
  }

  const findOpen = (sessionId: string): Payment => {
    const payment = find(sessionId)
    if (payment.status !== 'open' || payment.kind !== 'checkout')
      throw new Refusal('not-open', 409, `This checkout is ${payment.status} already.`)
    payment.intentId ??= `pi_${randomHex(12)}`
    return payment
  }

  const expireIfDue = (payment: Payment): void => {
    if (payment.status === 'open' && world.now().getTime() >= payment.expiresAt) void expire(payment)
  }

  const expire = (payment: Payment): Promise<void> => {
    payment.status = 'expired'
    if (payment.intentId) payment.intentStatus = 'canceled'
    return announce('expired', payment)
  }

  const takeMoney = (payment: Payment) => {
    payment.isPaid = true
    payment.intentStatus = 'succeeded'
    payment.chargeId = `ch_${randomHex(12)}`
    payment.chargedAt ??= world.now().getTime()
  }

  const settle = async (sessionId: string, outcome: 'succeeds' | 'fails'): Promise<void> => {
    const payment = find(sessionId)
    if (payment.intentStatus !== 'processing')
      throw new Refusal('not-processing', 409, 'No bank is at work on this payment.')
    payment.later = null
    if (outcome === 'succeeds') takeMoney(payment)
    else payment.intentStatus = 'requires_payment_method'
    await Promise.all([
      announce(outcome === 'succeeds' ? 'async_payment_succeeded' : 'async_payment_failed', payment),
      announcePayment(payment),
    ])
  }

  const settleLater = (payment: Payment): void => {
    if (payment.later === null) return
    const outcome = payment.later
    world.timers.after(world.timing.laterMs, () => {
      if (payment.intentStatus === 'processing') void settle(payment.sessionId, outcome)
    })
  }

  return {
    find,
    pay: async (sessionId: string): Promise<void> => {
      const payment = findOpen(sessionId)
      payment.status = 'complete'
      takeMoney(payment)
      await Promise.all([announce('completed', payment), announcePayment(payment)])
    },
    /** A card is saved, and nothing is paid. */
    leaveCard: (sessionId: string, fate: CardFate): Promise<void> => {
      const payment = find(sessionId)
      if (payment.kind !== 'setup' || payment.status !== 'open')
        throw new Refusal('not-open', 409, 'No card is asked for here.')
      payment.status = 'complete'
      payment.setupIntentId = `seti_${randomHex(12)}`
      payment.cardId = leaveCard(world, payment.customerId!, fate).id
      return announce('completed', payment)
    },
    /** A bank debit: the checkout completes, the money comes or fails later. `undefined`: when `settle` is called. */
    payLater: async (sessionId: string, later?: 'succeeds' | 'fails'): Promise<void> => {
      const payment = findOpen(sessionId)
      payment.status = 'complete'
      payment.intentStatus = 'processing'
      payment.chargedAt = world.now().getTime()
      payment.later = later ?? null
      await announce('completed', payment)
      settleLater(payment)
    },
    settle,
    /** The card is refused; the checkout stays open for another try. */
    decline: (sessionId: string): void => {
      findOpen(sessionId)
      world.wire.note({ who: 'stripe', what: 'A card was declined', went: 'badly' })
    },
    expire: (sessionId: string): Promise<void> => expire(findOpen(sessionId)),
    resume: () => {
      for (const payment of world.payments.values()) settleLater(payment)
    },
  }
}
