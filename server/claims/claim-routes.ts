import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  claim,
  claimParams,
  claimPlaceParams,
  claimPlaceQuery,
  claimPlaceResponse,
  claimRequest,
  claimSearchQuery,
  claimSearchResponse,
  type Claim,
} from '../../contracts/claims.ts'
import { askGoogle } from '../businesses/ask-google.ts'
import { closedForGood } from '../businesses/choose-business.ts'
import { placeOnTheWire, suggestionOnTheWire } from '../businesses/place-on-the-wire.ts'
import type { Places } from '../integrations/google/places-types.ts'
import { Refusal } from '../platform/errors.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import { newSecret } from '../platform/seal.ts'
import type { Cookies } from '../sessions/cookies.ts'
import { openToAll, type OwnerDoor } from '../sessions/require-session.ts'
import { alreadyClaimed, claimCode } from './claim-code.ts'
import { createClaimLimits } from './claim-limits.ts'
import { findCode, type Code } from './claim-queries.ts'
import { findVisitor, isClaimer, isOwner, type Visitor } from './claim-visitor.ts'

const LEAST_LETTERS = 2
const MOST_RESULTS = 5
const operation = operations('claims', openToAll)

const FOR_A_FREE_CODE = [
  'too-many-requests',
  'unknown-code',
  'code-expired',
  'already-claimed',
  'place-not-found',
  'places-unavailable',
] as const

/** What a person with a printed code may do without an account: see whether it is free, search, and claim it. */
export const registerClaimRoutes = (
  app: Http,
  deps: Omit<OwnerDoor, 'requireSession'> & {
    cookies: Cookies
    places: Pick<Places, 'autocomplete' | 'details'>
  },
): void => {
  const { db, cookies, places, clock } = deps
  const limits = createClaimLimits(deps.createLimit)

  app.get(
    '/api/claims/:slug',
    operation('getClaim', 'Say whether a printed code is free, and where it leads.', {
      params: claimParams,
      response: { 200: claim },
      errors: ['too-many-requests', 'unknown-code', 'code-expired'],
    }),
    async (request) => {
      await limits.look(request)
      const code = await knownCode(deps, request.params.slug)
      const visitor = await findVisitor(deps, request, clock())
      if (!code.claimed && code.isExpired) throw expired()
      return claimOnTheWire(code, visitor)
    },
  )

  app.get(
    '/api/claims/:slug/places',
    operation('searchClaimPlaces', 'Search businesses at Google for a code that is free.', {
      params: claimParams,
      querystring: claimSearchQuery,
      response: { 200: claimSearchResponse },
      errors: FOR_A_FREE_CODE,
    }),
    async (request) => {
      await limits.search(request)
      const { slug } = await freeCode(deps, request.params.slug)
      const { query, sessionToken } = request.query
      if (query.length < LEAST_LETTERS) return { places: [] }
      const search = { input: query, sessionToken }
      const asking = limits.askSearch({ request, slug }, () => places.autocomplete(search))
      const found = await askGoogle(request.log, asking, 'query')
      return { places: found.slice(0, MOST_RESULTS).map(suggestionOnTheWire) }
    },
  )

  app.get(
    '/api/claims/:slug/places/:placeId',
    operation('getClaimPlace', 'Show one business at Google with its rating, for a code that is free.', {
      params: claimPlaceParams,
      querystring: claimPlaceQuery,
      response: { 200: claimPlaceResponse },
      errors: FOR_A_FREE_CODE,
    }),
    async (request, reply) => {
      await limits.search(request)
      const { slug } = await freeCode(deps, request.params.slug)
      const choice = { placeId: request.params.placeId, sessionToken: request.query.sessionToken }
      const asking = limits.askDetails({ request, slug }, () => places.details(choice))
      const place = await askGoogle(request.log, asking)
      // One step before the claim: the claim's own answer may be lost, and the cookie with it.
      keepSecret(request, reply)
      return { place: placeOnTheWire(place) }
    },
  )

  app.post(
    '/api/claims/:slug',
    operation('claimCode', 'Claim a free code for a business.', {
      params: claimParams,
      body: claimRequest,
      response: { 200: claim },
      errors: [...FOR_A_FREE_CODE, 'place-closed'],
    }),
    async (request, reply) => {
      await limits.claim(request)
      const now = clock()
      const visitor = await findVisitor(deps, request, now)
      const code = await knownCode(deps, request.params.slug)
      // Repeated after an answer was lost: it is done, and Google need not be asked.
      if (isTheirs(code, visitor) && code.claimed?.placeId === request.body.placeId)
        return claimOnTheWire(code, visitor)
      refuseUnlessFree(code)
      const { placeId } = request.body
      const asking = limits.askClaimed({ request, slug: code.slug }, () => places.details({ placeId }))
      const place = await askGoogle(request.log, asking)
      if (place.state === 'closed-for-good') throw closedForGood(place)
      const secret = keepSecret(request, reply)
      await claimCode(db, { slug: code.slug, place, secret, owner: visitor.owner, now })
      return claimOnTheWire(await knownCode(deps, code.slug), { ...visitor, secret })
    },
  )

  const keepSecret = (request: FastifyRequest, reply: FastifyReply): string => {
    const secret = cookies.claimer.read(request) ?? newSecret()
    cookies.claimer.set(reply, secret)
    return secret
  }
}

const knownCode = async ({ db, clock }: Pick<OwnerDoor, 'db' | 'clock'>, text: string): Promise<Code> => {
  const code = await findCode(db, text, clock())
  if (!code) throw unknown()
  return code
}

const freeCode = async (deps: Pick<OwnerDoor, 'db' | 'clock'>, text: string): Promise<Code> => {
  const code = await knownCode(deps, text)
  refuseUnlessFree(code)
  return code
}

const refuseUnlessFree = (code: Code): void => {
  if (code.claimed) throw alreadyClaimed()
  if (code.isExpired) throw expired()
}

const isTheirs = (code: Code, visitor: Visitor): boolean => isOwner(code, visitor) || isClaimer(code, visitor)

const claimOnTheWire = (code: Code, visitor: Visitor): Claim => {
  const { slug, claimed } = code
  if (!claimed) return { slug, state: 'unclaimed', isOwned: false, business: null, reviewUrl: null }
  return {
    slug,
    state: isTheirs(code, visitor) ? 'yours' : 'claimed',
    isOwned: claimed.businessId !== null,
    business: { placeId: claimed.placeId, name: claimed.name, address: claimed.address },
    reviewUrl: claimed.reviewUrl,
  }
}

const unknown = (): Refusal =>
  new Refusal('unknown-code', 404, 'Check the letters printed under it, or scan it again.')

const expired = (): Refusal =>
  new Refusal('code-expired', 410, 'This code was printed too long ago to be claimed. Ask for a new one.')
