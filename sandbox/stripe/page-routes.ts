import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { createPaying } from './pay.ts'
import { cardPage, checkoutPage, closedPage, receiptPage } from './hosted-page.ts'
import type { Payment } from './world.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'"
const form = z.object({
  way: z.enum(['pay', 'later', 'later-fails', 'decline', 'cancel', 'works', 'declines', 'asks']),
})
const cardFate = z.enum(['works', 'declines', 'asks'])
type WithId = { Params: { id: string } }

/** `checkout.stripe.com` and its receipts. */
export const stripePages =
  (paying: ReturnType<typeof createPaying>) =>
  async (app: FastifyInstance): Promise<void> => {
    app.addHook('onSend', async (_request, reply) => {
      void reply.header('content-security-policy', POLICY).header('cache-control', 'no-store')
    })

    app.get<WithId>('/pay/:id', async (request, reply) => {
      const payment = paying.find(request.params.id)
      return reply.type('text/html; charset=utf-8').send(pageOf(payment))
    })

    app.get<WithId>('/pay/:id/receipt', async (request, reply) =>
      reply.type('text/html; charset=utf-8').send(receiptPage(paying.find(request.params.id))),
    )

    app.post<WithId>('/pay/:id', async (request, reply) => {
      const { id } = request.params
      const payment = paying.find(id)
      const { way } = form.parse(request.body ?? {})
      if (way === 'cancel') return reply.redirect(payment.cancelUrl ?? successUrl(payment), 303)
      if (payment.status !== 'open')
        return reply.code(409).type('text/html; charset=utf-8').send(closedPage(payment))
      if (payment.kind === 'setup') {
        await paying.leaveCard(id, cardFate.parse(way))
        return reply.redirect(successUrl(payment), 303)
      }
      if (way === 'decline') {
        paying.decline(id)
        const fault = 'Your card was declined. Nothing was charged. Try again, or another card.'
        return reply.code(402).type('text/html; charset=utf-8').send(checkoutPage(payment, fault))
      }
      // The customer is redirected once the first delivery of the event was answered.
      await (way === 'pay'
        ? paying.pay(id)
        : paying.payLater(id, way === 'later-fails' ? 'fails' : 'succeeds'))
      return reply.redirect(successUrl(payment), 303)
    })
  }

const pageOf = (payment: Payment): string => {
  if (payment.status !== 'open') return closedPage(payment)
  return payment.kind === 'setup' ? cardPage(payment) : checkoutPage(payment)
}

const successUrl = ({ successUrl: address, sessionId }: Payment): string =>
  address.replaceAll('{CHECKOUT_SESSION_ID}', sessionId)
