import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readAccessToken, type AccessClaims } from './model/access-token.ts'
import type { Organisation } from './model/books.ts'
import { connect, findConnection, seedGrant } from './model/grants.ts'
import { isGuid } from '../identifiers.ts'
import { provisionOrganisation } from './provision-organisation.ts'
import type { XeroWorld } from './world.ts'

/** Who calls, or undefined after the 401 was sent as Xero words it. */
export const checkToken = (
  world: XeroWorld,
  request: FastifyRequest,
  reply: FastifyReply,
): AccessClaims | undefined => {
  const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ')
  const claims =
    scheme?.toLowerCase() === 'bearer'
      ? readAccessToken(token, (seed) => ({ ...seedGrant(world.grants, seed), seed }))
      : undefined
  if (!claims) return refuse(reply, 401, 'Unauthorized', 'AuthenticationUnsuccessful')
  if (claims.expiresAt <= world.now().getTime() || world.faults.strike('xeroTokenExpired')) {
    const at = new Date(Math.min(claims.expiresAt, world.now().getTime())).toISOString()
    return refuse(reply, 401, 'Unauthorized', `TokenExpired: token expired at ${at}`)
  }
  if (claims.seed !== undefined) seedGrant(world.grants, claims.seed)
  if (!world.grants.grants.has(claims.eventId)) {
    return refuse(reply, 401, 'Unauthorized', 'AuthenticationUnsuccessful')
  }
  return claims
}

/** The organisation that the caller may see, or undefined after the 403 was sent. */
export const checkTenant = (
  world: XeroWorld,
  claims: AccessClaims,
  request: FastifyRequest,
  reply: FastifyReply,
): Organisation | undefined => {
  const tenantId = String(request.headers['xero-tenant-id'] ?? '').toLowerCase()
  const isRefused = world.faults.strike('xero403') !== undefined
  const organisation = isRefused ? undefined : organisationFor(world, claims, tenantId)
  return organisation ?? refuse(reply, 403, 'Forbidden', 'AuthenticationUnsuccessful')
}

const organisationFor = (
  world: XeroWorld,
  { userId, eventId, seed }: AccessClaims,
  tenantId: string,
): Organisation | undefined => {
  if (findConnection(world.grants, userId, tenantId)) return world.books.get(tenantId)
  if (seed === undefined || !isGuid(tenantId)) return undefined
  if (world.grants.letGo.has(`${userId} ${tenantId}`)) return undefined
  const organisation = world.books.get(tenantId) ?? provisionOrganisation(tenantId, world.now())
  world.books.set(tenantId, organisation)
  connect(world.grants, { userId, tenantId, eventId, now: world.now() })
  world.wire.changed()
  return organisation
}

const refuse = (reply: FastifyReply, status: number, title: string, detail: string): undefined => {
  void reply.code(status).send({
    Type: null,
    Title: title,
    Status: status,
    Detail: detail,
    Instance: randomUUID(),
    Extensions: {},
  })
  return undefined
}
