import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../server/platform/errors.ts'
import { paymentsPage } from './payments-page.ts'
import type { createReversals } from './reversals.ts'
import { changeFate } from './saved-cards.ts'
import type { StripeWorld } from './world.ts'

type WithId = { Params: { id: string } }

const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
const act = z.object({ act: z.enum(['refund', 'dispute']), amount: z.string().default('') })

/** A page on which payments are refunded and disputed, and saved cards made to decline. */
export const paymentsRoutes =
  (world: StripeWorld, reversals: ReturnType<typeof createReversals>) =>
  async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (request) => {
      const isForeign = ['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site']))
      if (isForeign && request.method === 'POST')
        throw new Refusal('foreign-page', 403, 'Another site may not steer the sandbox.')
    })
    const show = (reply: FastifyReply, fault?: string) =>
      reply
        .code(fault ? 409 : 200)
        .type('text/html; charset=utf-8')
        .header('content-security-policy', POLICY)
        .header('cache-control', 'no-store')
        .send(paymentsPage(world, fault))
    const doing = async (reply: FastifyReply, work: () => unknown) => {
      try {
        await work()
      } catch (cause) {
        if (cause instanceof Refusal) return show(reply, cause.message)
        throw cause
      }
      return reply.redirect('/payments', 303)
    }

    app.get('/payments', async (_request, reply) => show(reply))
    app.post<WithId>('/payments/:id', async (request, reply) =>
      doing(reply, () => {
        const { act: wanted, amount } = act.parse(request.body)
        const { id } = request.params
        return wanted === 'dispute' ? reversals.dispute(id) : reversals.refund(id, centsOf(amount))
      }),
    )
    app.post<WithId>('/payments/disputes/:id', async (request, reply) =>
      doing(reply, () => {
        const { status } = z.object({ status: z.enum(['won', 'lost']) }).parse(request.body)
        return reversals.closeDispute(request.params.id, status)
      }),
    )
    app.post<WithId>('/payments/cards/:id', async (request, reply) =>
      doing(reply, () => {
        const { fate } = z.object({ fate: z.enum(['works', 'declines', 'asks']) }).parse(request.body)
        return changeFate(world, request.params.id, fate)
      }),
    )
  }

const centsOf = (amount: string): number => {
  if (!/^\d{1,6}(\.\d\d?)?$/.test(amount)) throw new Refusal('amount', 422, 'Write an amount like 12.50.')
  return Math.round(Number(amount) * 100)
}
