import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemCode } from '../../contracts/shared/problem-codes.ts'
import type { Db } from '../database/database.ts'
import { Refusal } from '../platform/errors.ts'
import type { Door } from '../platform/http/api/operation.ts'
import { networkOf, type CreateLimit, type Limit } from '../platform/http/rate-limit.ts'
import { deactivated } from './account-queries.ts'
import type { Cookies } from './cookies.ts'
import { onlyReads, readOnly } from './only-look.ts'
import { findSession, type FoundSession } from './session.ts'
import { findSupportSession, type SupportSession } from './support-session.ts'

export type RequireSession = {
  /** Requires a session: 401 without one, 403 with `isDeactivated` for a deactivated account. */
  signedIn: Door<ProblemCode>
  /** The same, for operations that call `businessOf`. */
  ofBusiness: Door<ProblemCode>
  /** Whose request it is; only behind one of these doors. */
  who: (request: FastifyRequest) => FoundSession
  /** Whose business it is about. Throws Refusal 409 while none is chosen. */
  businessOf: (request: FastifyRequest) => string
}

/** For operations that need no session. */
export const openToAll: Door<ProblemCode> = { errors: [] }

/** For operations that continue what this browser began: they check its cookie themselves. */
export const withBrowser: Door<ProblemCode> = { cookies: ['browser'], errors: [] }

/** What every route of an owner's has in hand. */
export type OwnerDoor = {
  db: Db
  clock: () => Date
  requireSession: RequireSession
  createLimit: CreateLimit
}

/** What follows when a person has signed in or chosen a business. */
export type AccountReady = (request: FastifyRequest, reply: FastifyReply, userId: string) => Promise<void>

type Deps = Omit<OwnerDoor, 'requireSession'> & {
  cookies: Cookies
  /** Whether the settings still let in an operator who began to look at an owner's screens. */
  mayStillLook: (operator: SupportSession['operator']) => boolean
}

/** Used before every route that is not public. */
export const createRequireSession = ({
  db,
  cookies,
  createLimit,
  clock,
  mayStillLook,
}: Deps): RequireSession => {
  const people = new WeakMap<FastifyRequest, FoundSession>()
  const countOnce = countingOnce(createLimit('session-guess', { most: 30, seconds: 600 }))

  const who = (request: FastifyRequest): FoundSession => {
    const found = people.get(request)
    if (!found)
      throw new Error('This route does not require a session: give it one of the hooks of RequireSession.')
    return found
  }

  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const looking = cookies.support.read(request)
    if (looking) {
      const support = await findSupportSession(db, looking, clock())
      if (support && mayStillLook(support.operator)) {
        // It was over a moment ago, and began to count again meanwhile.
        if (!onlyReads(request)) throw readOnly()
        return void people.set(request, lookingAs(support))
      }
      cookies.support.clear(reply)
      throw noSession()
    }
    const token = cookies.session.read(request)
    if (!token) throw noSession()
    const found = await findSession(db, token, clock())
    // Only a wrong guess counts: a valid session is accepted, whatever others try from the same address.
    if (!found) {
      cookies.session.clear(reply)
      await countOnce(networkOf(request.ip), token)
      throw noSession()
    }
    if (found.isDeactivated && !found.isExpired) {
      cookies.session.clear(reply)
      throw deactivated()
    }
    if (found.isOver) {
      cookies.session.clear(reply)
      cookies.earlier.set(reply, token)
      throw noSession()
    }
    people.set(request, found)
  }
  const errors: ProblemCode[] = ['not-signed-in', 'deactivated', 'too-many-requests']

  return {
    who,
    signedIn: { onRequest, cookies: ['session'], errors },
    ofBusiness: { onRequest, cookies: ['session'], errors: [...errors, 'no-business'] },
    businessOf: (request) => {
      const { businessId } = who(request)
      if (!businessId) throw new Refusal('no-business', 409, 'Please choose your business first.')
      return businessId
    },
  }
}

const lookingAs = ({ hash, userId, businessId, operator, endsAt }: SupportSession): FoundSession => ({
  hash,
  userId,
  businessId,
  isDeactivated: false,
  isOver: false,
  isExpired: false,
  support: { operator: operator.name, endsAt },
})

const SAME_GUESS_MS = 10_000

/** A page asks several things at once with the same token: that is one guess. */
const countingOnce = (count: Limit): ((network: string, token: string) => Promise<void>) => {
  const lately = new Map<string, Promise<void>>()
  return (network, token) => {
    const key = `${network} ${token}`
    const counted = lately.get(key) ?? count(network)
    if (!lately.has(key)) {
      lately.set(key, counted)
      setTimeout(() => lately.delete(key), SAME_GUESS_MS).unref()
    }
    return counted
  }
}

const noSession = (): Refusal => new Refusal('not-signed-in', 401, 'Please sign in.')
