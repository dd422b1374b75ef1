import type { FastifyRequest } from 'fastify'
import type { Cookies } from '../sessions/cookies.ts'
import { findSession } from '../sessions/session.ts'
import type { Db } from '../database/database.ts'
import { sha256 } from '../platform/seal.ts'
import type { Code } from './claim-queries.ts'

export type Visitor = {
  owner: { userId: string; businessId: string } | undefined
  secret: string | undefined
}

/** The caller of a public route: an owner who is signed in, a browser that claimed a code, or any other. */
export const findVisitor = async (
  { db, cookies }: { db: Db; cookies: Cookies },
  request: FastifyRequest,
  now: Date,
): Promise<Visitor> => {
  const token = cookies.session.read(request)
  const session = token ? await findSession(db, token, now) : undefined
  const isIn = session && !session.isOver && !session.isDeactivated
  return {
    owner:
      isIn && session.businessId ? { userId: session.userId, businessId: session.businessId } : undefined,
    secret: cookies.claimer.read(request),
  }
}

export const isOwner = ({ claimed }: Code, { owner }: Visitor): boolean =>
  claimed?.businessId != null && claimed.businessId === owner?.businessId

/** This browser claimed it, and no account owns it yet. */
export const isClaimer = ({ claimed }: Code, { secret }: Visitor): boolean =>
  claimed?.businessId === null && secret !== undefined && claimed.claimerHash?.equals(sha256(secret)) === true
