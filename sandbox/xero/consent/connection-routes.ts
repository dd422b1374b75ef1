import type { FastifyInstance } from 'fastify'
import { orRefused } from '../model/answer.ts'
import { readClaims } from '../model/callers.ts'
import { listConnections } from '../model/connections.ts'
import { removeConnection } from '../model/grants.ts'
import { sendAnswer } from '../send-answer.ts'
import type { XeroWorld } from '../world.ts'

/** `api.xero.com/connections`: which organisations this app may see, and the end of a connection. */
export const xeroConnections = (world: XeroWorld) => async (app: FastifyInstance) => {
  const nameOf = (tenantId: string) => world.books.get(tenantId)?.name

  app.get<{ Querystring: { authEventId?: string } }>('/connections', async (request, reply) =>
    sendAnswer(
      reply,
      await orRefused(() => {
        const { authEventId } = request.query
        const claims = readClaims(world, request)
        return { status: 200, body: listConnections(world.grants, claims, { authEventId, nameOf }) }
      }),
    ),
  )

  app.delete<{ Params: { id: string } }>('/connections/:id', async (request, reply) =>
    sendAnswer(
      reply,
      await orRefused(() => {
        const { userId } = readClaims(world, request)
        const connection = world.grants.connections.get(request.params.id)
        if (!connection || connection.userId !== userId) return { status: 404 }
        removeConnection(world.grants, connection)
        const name = nameOf(connection.tenantId)
        world.wire.note({ who: 'xero', what: `${name}: connection removed by the app` })
        return { status: 204 }
      }),
    ),
  )
}
