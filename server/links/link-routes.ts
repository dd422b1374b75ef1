import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../database/database.ts'
import { createCountAside } from '../platform/count-aside.ts'
import type { Http } from '../platform/http/http.ts'
import { findTestLink, isTestLink } from '../test-texts/test-text-queries.ts'
import { chooseByLink, pageOf, type Choice, type LinkDeps } from './opt-out-by-link.ts'
import { optOutPage, type OptOutPage } from './opt-out-page.ts'
import { kindOfVisit } from '../platform/http/kind-of-visit.ts'
import { countVisit, findLink, findSentLink } from './visit-link.ts'

/** The customer's doors: the review link and the opt-out link, without JavaScript and without an account. */
export const registerLinkRoutes = (app: Http, deps: LinkDeps): void => {
  const { db } = deps
  const countAside = createCountAside()
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
      countAside(
        () => countVisit(db, link, kind),
        (cause) => request.log.warn({ err: cause }, 'a visit was not counted'),
      )
      return reply.code(302).header('location', link.reviewUrl).send()
    },
  })

  app.get('/o/:token', async (request, reply) => {
    const link = await findSentLink(db, tokenOf(request))
    if (!link) return answer(reply, await pageWithout(db, tokenOf(request)))
    return answer(reply, await pageOf(db, link, tokenOf(request)))
  })

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.post('/o/:token', async (request, reply) => {
      const token = tokenOf(request)
      const link = await findSentLink(db, token)
      if (!link) return answer(reply, await pageWithout(db, token))
      const form = (request.body ?? {}) as Form
      const chosen = { token, choice: choiceOf(form), undo: form.sitting }
      return answer(reply, await chooseByLink(deps, link, chosen))
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

type Form = { undo?: string; all?: string; sitting?: string }

/** Of a token that is no customer's. */
const pageWithout = async (db: Db, token: string): Promise<OptOutPage> => ({
  state: (await isTestLink(db, token)) ? 'test' : 'ended-link',
  link: undefined,
})

const choiceOf = ({ undo, all }: Form): Choice => {
  if (undo === 'yes') return 'undo'
  return all === 'yes' ? 'every-business' : 'this-business'
}

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token
