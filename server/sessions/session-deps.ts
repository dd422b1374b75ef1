import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../database/database.ts'
import type { Oidc } from '../integrations/google/oidc.ts'
import type { CreateLimit } from '../platform/http/rate-limit.ts'
import type { Cookies } from './cookies.ts'
import type { RequireSession } from './require-session.ts'

/** What follows when somebody has signed in or chosen a business. */
export type AccountReady = (request: FastifyRequest, reply: FastifyReply, userId: string) => Promise<void>

export type AccountDeps = {
  db: Db
  oidc: Oidc
  cookies: Cookies
  requireSession: RequireSession
  accountReady: AccountReady
  createLimit: CreateLimit
  publicUrl: string
  clock: () => Date
}
