import type { FastifyReply, FastifyRequest } from 'fastify'
import { createCountAside } from '../platform/count-aside.ts'
import type { Http } from '../platform/http/http.ts'
import { kindOfVisit } from '../platform/http/kind-of-visit.ts'
import type { Cookies } from '../sessions/cookies.ts'
import type { Db } from '../database/database.ts'
import { countScan, findCode, type Code } from './claim-queries.ts'
import { findVisitor, isClaimer, isOwner, type Visitor } from './claim-visitor.ts'

/**
 * The address in a printed code. A claimed one redirects a customer to the review page, before any script is loaded;
 * its owner, and a person who may claim it, get the screen.
 */
export const registerScanRoutes = (
  app: Http,
  deps: {
    db: Db
    cookies: Cookies
    clock: () => Date
    /** The claim screen. */
    sendScreen: (request: FastifyRequest, reply: FastifyReply, how: { isDrawn: boolean }) => FastifyReply
  },
): void => {
  const { db, clock, sendScreen } = deps
  const countAside = createCountAside()
  app.get('/claim/:slug', async (request, reply) => {
    const now = clock()
    const code = await findCode(db, (request.params as { slug: string }).slug, now)
    const visitor = await findVisitor(deps, request, now)
    if (!code?.claimed || isOwner(code, visitor) || isReload(request, code, visitor))
      // Behind a free code lies the very page that lies behind none.
      return sendScreen(request, reply, { isDrawn: !code?.claimed })
    if (kindOfVisit(request) === 'visit') {
      countAside(
        () => countScan(db, code.slug, now),
        (cause) => request.log.warn({ err: cause }, 'a scan was not counted'),
      )
    }
    return reply.code(302).headers(TO_REVIEWS).header('location', code.claimed.reviewUrl).send()
  })
}

/** After the claim the screen adds `?claimed` to its address: it stays there, where the printed one leads on. */
const isReload = ({ query }: FastifyRequest, code: Code, visitor: Visitor): boolean =>
  Object.hasOwn(query as object, 'claimed') && isClaimer(code, visitor)

const TO_REVIEWS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
