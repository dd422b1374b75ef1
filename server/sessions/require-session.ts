import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../database/database.ts'
import { Refusal } from '../platform/errors.ts'
import { networkOf, type CreateLimit } from '../platform/http/rate-limit.ts'
import { deactivated } from './account-queries.ts'
import type { Cookies } from './cookies.ts'
import { findSession, type FoundSession } from './session.ts'

export type Gate = {
  /** An `onRequest` hook: 401 without a session, 403 with `isDeactivated` for a deactivated account. */
  signedIn: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Whose request it is; only behind `signedIn`. */
  who: (request: FastifyRequest) => FoundSession
  /** Whose business it is about. Throws Refusal 409 while none is chosen. */
  businessOf: (request: FastifyRequest) => string
}

type GateDeps = { db: Db; cookies: Cookies; createLimit: CreateLimit; clock: () => Date }

/** Stands before every route that is not for everybody. */
export const createGate = ({ db, cookies, createLimit, clock }: GateDeps): Gate => {
  const people = new WeakMap<FastifyRequest, FoundSession>()
  const countGuess = createLimit('session-guess', { most: 30, seconds: 600 })

  const who = (request: FastifyRequest): FoundSession => {
    const found = people.get(request)
    if (!found)
      throw new Error('This route does not stand behind the gate: give it onRequest: gate.signedIn.')
    return found
  }

  return {
    who,
    signedIn: async (request, reply) => {
      const token = cookies.session.read(request)
      if (!token) throw noSession()
      const found = await findSession(db, token, clock())
      // Only a wrong guess counts: whoever holds a true session is let in, whatever others try from the same address.
      if (!found) {
        await countGuess(networkOf(request.ip))
        throw noSession()
      }
      if (found.isDeactivated && !found.isExpired) {
        cookies.session.clear(reply)
        throw deactivated()
      }
      if (found.isOver) throw noSession()
      people.set(request, found)
    },
    businessOf: (request) => {
      const { businessId } = who(request)
      if (!businessId) throw new Refusal('no-business', 409, 'Please choose your business first.')
      return businessId
    },
  }
}

const noSession = (): Refusal => new Refusal('not-signed-in', 401, 'Please sign in.')
