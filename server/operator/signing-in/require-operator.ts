import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemCode } from '../../../contracts/shared/problem-codes.ts'
import type { Actor } from '../../audit/record-act.ts'
import type { Db } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Door } from '../../platform/http/api/operation.ts'
import { networkOf, type CreateLimit } from '../../platform/http/rate-limit.ts'
import { cookiesAt, type Cookie } from '../../sessions/cookies.ts'
import { findOperatorSession, type OperatorSession } from './operator-session.ts'
import { isStillAdmitted, type WhoMay } from './who-may-rules.ts'

/** The whole of the operator's API; her cookies go nowhere else. */
export const OPERATOR_API = '/api/operator'

export type OperatorCookies = {
  /** The session. Strict: it is never sent with a link or form of another site. */
  session: Cookie
  /** Which browser left for the issuer. Lax, because it must come back with the redirect. */
  browser: Cookie
}

export const createOperatorCookies = (publicUrl: string): OperatorCookies => {
  const cookie = cookiesAt(publicUrl, OPERATOR_API)
  return { session: cookie('operator', 'strict', 8 * 3600), browser: cookie('operator-browser', 'lax', 600) }
}

export type RequireOperator = {
  door: Door<ProblemCode>
  /** Whose request it is; only behind the door. */
  who: (request: FastifyRequest) => OperatorSession
  /** As the audit log names who acts, with the reason that the request gives. */
  acting: (request: FastifyRequest & { body: { reason: string } }) => Actor
}

/** What every route of the operator's has in hand. */
export type OperatorDeps = {
  db: Db
  clock: () => Date
  requireOperator: RequireOperator
  createLimit: CreateLimit
}

type Deps = Omit<OperatorDeps, 'requireOperator'> & { operatorCookies: OperatorCookies; whoMay: WhoMay }

/** Used before every route of the operator's but those of signing in. */
export const createRequireOperator = ({
  db,
  clock,
  createLimit,
  operatorCookies,
  whoMay,
}: Deps): RequireOperator => {
  const operators = new WeakMap<FastifyRequest, OperatorSession>()
  const countGuess = createLimit('operator-guess', { most: 30, seconds: 600 })

  const who = (request: FastifyRequest): OperatorSession => {
    const found = operators.get(request)
    if (!found) throw new Error('This route does not stand behind the door of RequireOperator.')
    return found
  }

  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = operatorCookies.session.read(request)
    if (!token) throw notSignedIn()
    const found = await findOperatorSession(db, token, clock())
    if (found && isStillAdmitted(found, whoMay)) return void operators.set(request, found)
    operatorCookies.session.clear(reply)
    if (!found) await countGuess(networkOf(request.ip))
    throw notSignedIn()
  }

  return {
    who,
    acting: (request) => ({ kind: 'operator', name: who(request).name, reason: request.body.reason }),
    door: { onRequest, cookies: ['operator'], errors: ['not-signed-in', 'too-many-requests'] },
  }
}

const notSignedIn = (): Refusal => new Refusal('not-signed-in', 401, 'Please sign in as an operator.')
