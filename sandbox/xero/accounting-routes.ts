import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerAccounting } from './model/accounting.ts'
import { sendAnswer } from './send-answer.ts'
import type { XeroWorld } from './world.ts'

const API = '/api.xro/2.0'

/** `api.xero.com/api.xro/2.0`: invoices, contacts and the organisation, to read. */
export const xeroAccounting = (world: XeroWorld) => async (app: FastifyInstance) => {
  app.addHook('onResponse', async (request, reply) => recordCall(world, request, reply))

  app.get('/*', async ({ url, headers }, reply) =>
    sendAnswer(reply, await answerAccounting(world, { url: url.slice(url.indexOf(API)), headers })),
  )
}

const CALLS_KEPT = 20_000

const recordCall = (world: XeroWorld, request: FastifyRequest, reply: FastifyReply): void => {
  const { method, url } = request
  const path = url.slice(url.indexOf(API) + API.length)
  const tenantId = request.headers['xero-tenant-id'] as string | undefined
  world.calls.push({ at: world.now().toISOString(), tenantId, method, path, status: reply.statusCode })
  if (world.calls.length > CALLS_KEPT) world.calls.splice(0, CALLS_KEPT / 2)
  const shown = path.length > 90 ? `${path.slice(0, 90)}…` : path
  const went = reply.statusCode < 400 ? 'well' : 'badly'
  world.wire.note({ who: 'xero', what: `Asked for ${shown} → ${reply.statusCode}`, went })
}
