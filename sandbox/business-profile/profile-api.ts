import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accountsAnswer, locationAnswer, pageOf, reviewsAnswer } from './profile-answers.ts'
import {
  denied,
  disabled,
  inTrouble,
  notApproved,
  notFound,
  ProfileError,
  tooMany,
  unauthenticated,
} from './profile-error.ts'
import { publicKeys } from './profile-push.ts'
import { accountOf, PROFILE_SCOPE, type ProfileWorld, type SandboxLocation } from './profile-world.ts'

type Query = Record<string, string | undefined>

/** The four APIs that we use, and Google's public keys. Nothing of a profile can be changed but its notifications. */
export const profileApi = (world: ProfileWorld) => async (app: FastifyInstance) => {
  app.setErrorHandler((cause, _request, reply) => {
    if (cause instanceof ProfileError) return reply.code(cause.status).send(cause.body)
    return reply
      .code(500)
      .send({ error: { code: 500, message: (cause as Error).message, status: 'INTERNAL' } })
  })
  app.get('/keys/certs', async () => publicKeys(world))

  app.get('/accounts-api/v1/accounts', async (request) => {
    const email = await admit(world, request, 'mybusinessaccountmanagement.googleapis.com')
    return accountsAnswer(world, email)
  })

  app.get<{ Params: { account: string }; Querystring: Query }>(
    '/information-api/v1/accounts/:account/locations',
    async (request) => {
      const email = await admit(world, request, 'mybusinessbusinessinformation.googleapis.com')
      const { account } = request.params
      const { readMask = '', pageSize, pageToken } = request.query
      const held = heldBy(world, email).filter(({ accountId }) => account === '-' || accountId === account)
      const { page, next } = pageOf(held, { pageSize, pageToken, most: 100 })
      const locations = page.map((one) => locationAnswer(one, readMask))
      if (readMask === '') locationAnswer(NOWHERE, readMask)
      return {
        ...(locations.length > 0 ? { locations } : {}),
        ...(next === undefined ? {} : { nextPageToken: next }),
      }
    },
  )

  app.get<{ Params: { location: string }; Querystring: Query }>(
    '/information-api/v1/locations/:location',
    async (request) => {
      const email = await admit(world, request, 'mybusinessbusinessinformation.googleapis.com')
      return locationAnswer(find(world, email, request.params.location), request.query['readMask'] ?? '')
    },
  )

  app.get<{ Params: { account: string; location: string }; Querystring: Query }>(
    '/reviews-api/v4/accounts/:account/locations/:location/reviews',
    async (request, reply) => {
      const email = await admit(world, request, 'mybusiness.googleapis.com')
      if (world.faults.strike('profileHtml404'))
        return reply
          .code(404)
          .type('text/html')
          .send('<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>')
      if (world.faults.strike('profile404')) throw notFound()
      const location = find(world, email, request.params.location)
      if (location.accountId !== request.params.account) throw notFound()
      if (!location.isVerified) throw denied()
      const at = `${request.protocol}://${request.host}${app.prefix}`
      return reviewsAnswer(world, location, { ...request.query, at })
    },
  )

  const setting = '/notifications-api/v1/accounts/:account/notificationSetting'
  app.get<{ Params: { account: string } }>(setting, async (request) => {
    await admit(world, request, 'mybusinessnotifications.googleapis.com')
    return settingAnswer(world, request.params.account)
  })
  app.patch<{ Params: { account: string }; Querystring: Query; Body: Record<string, unknown> }>(
    setting,
    async (request) => {
      await admit(world, request, 'mybusinessnotifications.googleapis.com')
      const { pubsubTopic, notificationTypes } = request.body
      const types = Array.isArray(notificationTypes) ? notificationTypes.map(String) : []
      if (typeof pubsubTopic === 'string' && pubsubTopic !== '')
        world.notifications.set(request.params.account, { topic: pubsubTopic, types })
      else world.notifications.delete(request.params.account)
      world.wire.changed()
      return settingAnswer(world, request.params.account)
    },
  )
}

const NOWHERE: SandboxLocation = {
  id: '0',
  accountId: '0',
  title: '',
  address: null,
  placeId: undefined,
  isVerified: false,
  managers: [],
  reviews: [],
}

const settingAnswer = (world: ProfileWorld, account: string) => {
  const found = world.notifications.get(account)
  return {
    name: `accounts/${account}/notificationSetting`,
    ...(found ? { pubsubTopic: found.topic, notificationTypes: found.types } : {}),
  }
}

const heldBy = ({ locations }: ProfileWorld, email: string): SandboxLocation[] =>
  [...locations.values()].filter(
    ({ managers, accountId }) => managers.includes(email) || accountId === accountOf(email),
  )

const find = (world: ProfileWorld, email: string, locationId: string): SandboxLocation => {
  const found = heldBy(world, email).find(({ id }) => id === locationId)
  if (!found) throw notFound()
  return found
}

/** Whose token it is. */
const admit = async (world: ProfileWorld, request: FastifyRequest, service: string): Promise<string> => {
  const { faults, timers, now } = world
  world.calls.set(service, (world.calls.get(service) ?? 0) + 1)
  const slow = faults.strike('profileSlow')
  if (slow) await timers.pause(slow.ms)
  if (faults.strike('profile5xx')) throw inTrouble()
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const access = world.accessTokens.get(token)
  const grant =
    access && access.expiresAt > now().getTime() ? world.grants.get(access.refreshToken) : undefined
  if (!grant) throw unauthenticated()
  if (!grant.scopes.includes(PROFILE_SCOPE)) throw denied()
  if (faults.strike('profileNotApproved')) throw notApproved(service)
  if (faults.strike('profile429')) throw tooMany(service)
  if (faults.strike('profile403')) throw denied()
  if (faults.strike('profileDisabled')) throw disabled()
  return grant.email
}
