import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../database/database.ts'
import { Refusal } from '../platform/errors.ts'
import { isOfApi } from '../platform/http/http-security.ts'
import type { Cookies } from './cookies.ts'
import { findSupportSession } from './support-session.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Where it is refused that support changes anything: whatever a browser asks that looks at an owner's screens, before
 * its own session is looked up, and once more where that finds the look. Files are refused too, since they leave with
 * whole lists of customers. A cookie whose look is over goes: else it would keep an owner from signing in.
 */
export const refuseWhileLooking =
  ({ db, clock }: { db: Db; clock: () => Date }, { support }: Cookies, ownApi: string) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { url = '' } = request.routeOptions
    const token = support.read(request)
    if (!token || !isOfApi(request) || url.startsWith(`${ownApi}/`)) return
    if (onlyReads(request)) return
    if (!(await findSupportSession(db, token, clock()))) return support.clear(reply)
    throw readOnly()
  }

export const onlyReads = ({ method, routeOptions }: FastifyRequest): boolean =>
  READS.has(method) && !routeOptions.config.operation?.file

export const readOnly = (): Refusal =>
  new Refusal('read-only', 403, 'Support only looks: nothing can be changed or downloaded here.')
