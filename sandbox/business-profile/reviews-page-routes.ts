import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../server/platform/errors.ts'
import type { ProfileControl } from './profile-control.ts'
import { reviewsPage } from './reviews-page.ts'

const POLICY = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'"

type Query = { place?: string; name?: string }

const written = z.object({
  name: z.string().trim().max(200).default(''),
  stars: z.coerce.number().int().min(1).max(5),
  comment: z.string().trim().max(4_000).default(''),
})

/** The page in plain forms; each ends on the page again. */
export const reviewsPageRoutes = (control: ProfileControl) => async (app: FastifyInstance) => {
  app.get<{ Querystring: Query }>('/reviews', async (request, reply) => show(reply, control, request.query))

  app.post<{ Params: { location: string } }>('/reviews/:location', async (request, reply) => {
    const { name, stars, comment } = written.parse(request.body)
    await control.write(request.params.location, { name: name || null, stars, comment: comment || null })
    return reply.redirect('/reviews', 303)
  })

  app.post<{ Params: { location: string; review: string } }>(
    '/reviews/:location/:review',
    async (request, reply) => {
      const { act, comment } = z
        .object({ act: z.enum(['reply', 'remove']), comment: z.string().trim().max(4_000).default('') })
        .parse(request.body)
      const { location, review } = request.params
      try {
        if (act === 'remove') control.remove(location, review)
        else if (comment === '') throw new Refusal('empty', 422, 'Please write a reply first.')
        else control.reply(location, review, comment)
      } catch (cause) {
        if (!(cause instanceof Refusal)) throw cause
        return show(reply.code(cause.status), control, {}, cause.message)
      }
      return reply.redirect('/reviews', 303)
    },
  )
}

const show = (reply: FastifyReply, control: ProfileControl, { place, name }: Query, fault?: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', POLICY)
    .send(reviewsPage(control.locations(), { placeId: place, name, fault }))
