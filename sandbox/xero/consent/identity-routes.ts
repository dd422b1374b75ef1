import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { issueRefreshToken, revokePerson, type Grant } from '../model/grants.ts'
import { redeemCode } from '../model/redeem-code.ts'
import { grantOf, rotateRefreshToken } from '../model/refresh-tokens.ts'
import { tokenAnswer } from '../model/token-answer.ts'
import type { XeroWorld } from '../world.ts'

type Form = Record<string, string | undefined>

/** `identity.xero.com`: tokens for a code, tokens for a refresh token, and revocation. */
export const xeroIdentity = (world: XeroWorld) => async (app: FastifyInstance) => {
  app.post('/connect/token', async (request, reply) => {
    const form = (request.body ?? {}) as Form
    if (!isOurClient(world, request, form)) return refuse(reply, 'invalid_client')
    if (form['grant_type'] === 'authorization_code') return forCode(world, form, reply)
    if (form['grant_type'] === 'refresh_token') return forRefreshToken(world, form, reply)
    return refuse(reply, 'unsupported_grant_type')
  })

  app.post('/connect/revocation', async (request, reply) => {
    const form = (request.body ?? {}) as Form
    if (!isOurClient(world, request, form)) return refuse(reply, 'invalid_client')
    const grant = grantOf(world.grants, form['token'] ?? '')
    if (grant) revokePerson(world.grants, grant.userId)
    world.wire.note({ who: 'xero', what: 'Token revoked: every connection of that person has ended' })
    return reply.code(200).send()
  })
}

const forCode = (world: XeroWorld, form: Form, reply: FastifyReply) => {
  const now = world.now()
  const grant = redeemCode(world.grants, form, now)
  if (!grant) return refuse(reply, 'invalid_grant')
  const refreshToken = grant.scopes.includes('offline_access') ? issueRefreshToken(grant, now) : undefined
  world.wire.note({ who: 'xero', what: 'Tokens handed out for a new consent' })
  return tokens(world, grant, refreshToken, reply)
}

const forRefreshToken = async (world: XeroWorld, form: Form, reply: FastifyReply) => {
  if (world.faults.strike('xeroInvalidGrant')) {
    world.wire.note({ who: 'xero', what: 'Refresh refused: invalid_grant', went: 'fault' })
    return refuse(reply, 'invalid_grant')
  }
  const rotated = rotateRefreshToken(world.grants, form['refresh_token'] ?? '', world.now())
  world.wire.changed()
  if (!rotated) {
    world.wire.note({
      who: 'xero',
      what: 'Refresh refused: token unknown, replaced or too old',
      went: 'badly',
    })
    return refuse(reply, 'invalid_grant')
  }
  if (world.faults.strike('xeroRefreshLost')) {
    world.wire.note({ who: 'xero', what: 'Tokens refreshed, but the answer was lost', went: 'fault' })
    reply.hijack()
    reply.raw.destroy()
    return reply
  }
  world.wire.note({ who: 'xero', what: 'Tokens refreshed' })
  return tokens(world, rotated.grant, rotated.refreshToken, reply)
}

const tokens = (world: XeroWorld, grant: Grant, refreshToken: string | undefined, reply: FastifyReply) => {
  const { clientId } = world.settings
  return reply
    .header('cache-control', 'no-store')
    .send(tokenAnswer(grant, { refreshToken, clientId, now: world.now() }))
}

const refuse = (reply: FastifyReply, error: string) => reply.code(400).send({ error })

const isOurClient = (world: XeroWorld, request: FastifyRequest, form: Form): boolean => {
  const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ')
  const given =
    scheme?.toLowerCase() === 'basic'
      ? Buffer.from(encoded, 'base64').toString('utf8')
      : `${form['client_id']}:${form['client_secret']}`
  return isSame(given, `${world.settings.clientId}:${world.settings.clientSecret}`)
}

const isSame = (given: string, wanted: string): boolean => {
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}
