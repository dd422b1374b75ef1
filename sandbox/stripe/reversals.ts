import { Refusal } from '../../server/platform/errors.ts'
import { randomHex } from '../identifiers.ts'
import type { Events } from './events.ts'
import { chargeObject, refundedCents } from './payment-objects.ts'
import { disputeObject, refundObject } from './reversal-objects.ts'
import type { Dispute, DisputeStatus, Payment, Refund, StripeWorld } from './world.ts'

/** Reversals: refunds that the operator makes, disputes that card holders begin. */
export const createReversals = (world: StripeWorld, events: Events) => {
  const findPaid = (sessionId: string): Payment => {
    const payment = world.payments.get(sessionId)
    if (!payment?.isPaid) throw new Refusal('not-paid', 409, 'There is no such paid checkout.')
    return payment
  }

  const announceDispute = (type: string, dispute: Dispute) =>
    events.publish(`charge.dispute.${type}`, disputeObject(world, dispute))

  return {
    /** All that is left of it, or `cents`. */
    refund: async (sessionId: string, cents?: number, status: Refund['status'] = 'succeeded') => {
      const payment = findPaid(sessionId)
      const left = payment.amountCents - refundedCents(world, sessionId)
      const amountCents = cents ?? left
      if (!Number.isInteger(amountCents) || amountCents <= 0 || amountCents > left)
        throw new Refusal('too-much', 409, `There are ${left} cents left to refund.`)
      const createdAt = world.now().getTime()
      const refund: Refund = { id: `re_${randomHex(12)}`, sessionId, amountCents, status, createdAt }
      world.refunds.set(refund.id, refund)
      world.wire.changed()
      await Promise.all([
        events.publish('refund.created', refundObject(world, refund)),
        events.publish('charge.refunded', chargeObject(world, payment)),
      ])
      return refund
    },
    /** The card holder's bank rejects the refund. */
    failRefund: async (id: string): Promise<void> => {
      const refund = world.refunds.get(id)
      if (!refund) throw new Refusal('no-such-refund', 404, 'There is no such refund.')
      refund.status = 'failed'
      await events.publish('refund.failed', refundObject(world, refund))
    },
    dispute: async (
      sessionId: string,
      { cents, isInquiry = false }: { cents?: number; isInquiry?: boolean } = {},
    ): Promise<Dispute> => {
      const payment = findPaid(sessionId)
      const dispute: Dispute = {
        id: `du_${randomHex(12)}`,
        sessionId,
        amountCents: cents ?? payment.amountCents,
        status: isInquiry ? 'warning_needs_response' : 'needs_response',
        createdAt: world.now().getTime(),
      }
      world.disputes.set(dispute.id, dispute)
      world.wire.changed()
      await announceDispute('created', dispute)
      if (!isInquiry) await announceDispute('funds_withdrawn', dispute)
      return dispute
    },
    closeDispute: async (
      id: string,
      status: Extract<DisputeStatus, 'won' | 'lost'>,
      returnedCents = 0,
    ): Promise<void> => {
      const dispute = world.disputes.get(id)
      if (!dispute) throw new Refusal('no-such-dispute', 404, 'There is no such dispute.')
      dispute.status = status
      dispute.returnedCents = status === 'won' ? dispute.amountCents : returnedCents
      if (dispute.returnedCents > 0) await announceDispute('funds_reinstated', dispute)
      await announceDispute('closed', dispute)
    },
  }
}
