import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { StripeControl } from './stripe-stand-in.ts'

type WithId = { Params: { id: string } }

const refundWanted = z.object({ cents: z.number().int().positive().optional() })
const disputeWanted = z.object({
  cents: z.number().int().positive().optional(),
  isInquiry: z.boolean().optional(),
})

const cardFate = z.object({ fate: z.enum(['works', 'declines', 'asks']) })

/** What tests, drills and the console ask of Stripe, of card holders and of banks. */
export const stripeControlRoutes = (stripe: StripeControl) => async (app: FastifyInstance) => {
  app.get('/payments', async () => stripe.payments())
  app.get('/cards', async () => stripe.cards())
  app.post<WithId>('/cards/:id/fate', async ({ params, body }) =>
    stripe.changeFate(params.id, cardFate.parse(body).fate),
  )
  app.post<WithId>('/payments/:id/leave-card', async ({ params, body }) => {
    await stripe.leaveCard(params.id, cardFate.parse(body).fate)
    return stripe.find(params.id)
  })
  app.get('/disputes', async () => stripe.disputes())
  app.get('/events', async () => stripe.events())

  app.post<WithId>('/payments/:id/pay', async ({ params }) => {
    await stripe.pay(params.id)
    return stripe.find(params.id)
  })
  app.post<WithId>('/payments/:id/pay-later', async ({ params }) => {
    await stripe.payLater(params.id)
    return stripe.find(params.id)
  })
  app.post<WithId>('/payments/:id/settle', async ({ params, body }) => {
    const { outcome } = z.object({ outcome: z.enum(['succeeds', 'fails']) }).parse(body)
    await stripe.settle(params.id, outcome)
    return stripe.find(params.id)
  })
  app.post<WithId>('/payments/:id/expire', async ({ params }) => {
    await stripe.expire(params.id)
    return stripe.find(params.id)
  })
  app.post<WithId>('/payments/:id/refund', async ({ params, body }) =>
    stripe.refund(params.id, refundWanted.parse(body ?? {}).cents),
  )
  app.post<WithId>('/payments/:id/dispute', async ({ params, body }) => {
    const { cents, isInquiry } = disputeWanted.parse(body ?? {})
    return stripe.dispute(params.id, {
      ...(cents === undefined ? {} : { cents }),
      ...(isInquiry === undefined ? {} : { isInquiry }),
    })
  })
  app.post<WithId>('/refunds/:id/fail', async ({ params }) => {
    await stripe.failRefund(params.id)
    return { ok: true }
  })
  app.post<WithId>('/disputes/:id/close', async ({ params, body }) => {
    const { status } = z.object({ status: z.enum(['won', 'lost']) }).parse(body)
    await stripe.closeDispute(params.id, status)
    return { ok: true }
  })
  app.post<WithId>('/events/:id/redeliver', async ({ params }) => ({
    answer: (await stripe.redeliver(params.id)) ?? 'no such event',
  }))
}
