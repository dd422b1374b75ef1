import type { FastifyInstance } from 'fastify'
import { checkToken } from './api-access.ts'
import { removeConnection } from './model/grants.ts'
import type { XeroWorld } from './world.ts'

/** `GET /connections` lists every organisation that this person ever connected, not only this consent's. */
export const xeroConnections = (world: XeroWorld) => async (app: FastifyInstance) => {
  app.get<{ Querystring: { authEventId?: string } }>('/connections', async (request, reply) => {
    const claims = checkToken(world, request, reply)
    if (!claims) return reply
    const { authEventId } = request.query
    return [...world.grants.connections.values()]
      .filter(({ userId }) => userId === claims.userId)
      .filter(({ eventId }) => authEventId === undefined || eventId === authEventId)
      .map(({ id, eventId, tenantId, createdAt, updatedAt }) => ({
        id,
        authEventId: eventId,
        tenantId,
        tenantType: 'ORGANISATION',
        tenantName: world.books.get(tenantId)?.name ?? 'Unknown organisation',
        createdDateUtc: sevenDigits(createdAt),
        updatedDateUtc: sevenDigits(updatedAt),
      }))
  })

  app.delete<{ Params: { id: string } }>('/connections/:id', async (request, reply) => {
    const claims = checkToken(world, request, reply)
    if (!claims) return reply
    const connection = world.grants.connections.get(request.params.id)
    if (!connection || connection.userId !== claims.userId) return reply.code(404).send()
    removeConnection(world.grants, connection)
    const name = world.books.get(connection.tenantId)?.name
    world.wire.note({ who: 'xero', what: `${name}: connection removed by the app` })
    return reply.code(204).send()
  })
}

/** '2026-11-20T21:57:52.1230000': seven digits and no Z. */
const sevenDigits = (at: number): string => new Date(at).toISOString().replace('Z', '0000')
