import type { FastifyReply, FastifyRequest } from 'fastify'
import { asBusiness, type Db, type TenantTrx } from '../database/database.ts'
import type { Http } from '../platform/http/http.ts'
import { optOut, optOutSourceOf, undoOptOut } from '../opt-outs/opt-out.ts'
import { findTestLink } from '../test-texts/test-text-queries.ts'
import { optOutPage, type OptOutPage } from './opt-out-page.ts'
import { kindOfVisit } from '../platform/http/kind-of-visit.ts'
import { countVisit, findLink, type VisitedLink } from './visit-link.ts'

/** The customer's doors: the review link and the opt-out link, without JavaScript and without an account. */
export const registerLinkRoutes = (app: Http, { db }: { db: Db }): void => {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/r/:token',
    handler: async (request, reply) => {
      const link = await findLink(db, tokenOf(request))
      void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      if (!link?.reviewUrl) {
        const own = await findTestLink(db, tokenOf(request))
        if (own) return reply.code(302).header('location', own).send()
        return answer(reply, { state: 'ended-link', link })
      }
      const kind = kindOfVisit(request)
      // The customer is redirected before the visit is counted: a lost count is better than a late page.
      countVisit(db, link, kind).catch((cause: unknown) =>
        request.log.warn({ err: cause }, 'a visit was not counted'),
      )
      return reply.code(302).header('location', link.reviewUrl).send()
    },
  })

  app.get('/o/:token', async (request, reply) => {
    const link = await findLink(db, tokenOf(request))
    if (!link) return answer(reply, { state: 'ended-link', link })
    const page = await asBusiness(db, link.businessId, (trx) => stateOf(trx, link, tokenOf(request)))
    return answer(reply, page)
  })

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.post('/o/:token', async (request, reply) => {
      const token = tokenOf(request)
      const link = await findLink(db, token)
      if (!link) return answer(reply, { state: 'ended-link', link })
      const isUndo = (request.body as { undo?: string } | null)?.undo === 'yes'
      const page = await asBusiness(db, link.businessId, async (trx) => {
        await changeOptOut(trx, link, isUndo)
        return stateOf(trx, link, token)
      })
      return answer(reply, isUndo && page.state === 'ask' ? { state: 'undone', link, token } : page)
    })
  })
}

const answer = (reply: FastifyReply, page: OptOutPage): FastifyReply =>
  reply
    .asPage('form')
    .code(page.state === 'ended-link' ? 404 : 200)
    .header('cache-control', 'no-store')
    .type('text/html')
    .send(optOutPage(page))

const stateOf = async (trx: TenantTrx, link: VisitedLink, token: string): Promise<OptOutPage> => {
  const source = await optOutSourceOf(trx, link.businessId, await phoneHashOf(trx, link))
  if (!source) return { state: 'ask', link, token }
  return { state: source === 'link' || source === 'owner' ? 'done' : 'stopped-by-text', link, token }
}

const changeOptOut = async (trx: TenantTrx, link: VisitedLink, isUndo: boolean): Promise<void> => {
  const phoneHash = await phoneHashOf(trx, link)
  if (isUndo) await undoOptOut(trx, link.businessId, phoneHash)
  else await optOut(trx, link.businessId, phoneHash, 'link')
}

const phoneHashOf = async (trx: TenantTrx, { businessId, requestId }: VisitedLink): Promise<Buffer> => {
  const { phone_hash } = await trx
    .selectFrom('review_requests')
    .select('phone_hash')
    .where('business_id', '=', businessId)
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow()
  return phone_hash
}

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token
