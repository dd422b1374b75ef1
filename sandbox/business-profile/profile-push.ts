import { randomInt } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose'
import type { ProfileWorld, SandboxLocation, SandboxReview } from './profile-world.ts'

const KEY_ID = 'sandbox-push'

/** Drawn at the first need: it takes a moment. */
const keyOf = async (world: ProfileWorld): Promise<JWK> => {
  if (!world.key.jwk) {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    world.key.jwk ??= (await exportJWK(privateKey)) as never
  }
  return world.key.jwk as JWK
}

export const publicKeys = async (world: ProfileWorld) => {
  const { kty, n, e } = await keyOf(world)
  return { keys: [{ kty, n, e, kid: KEY_ID, alg: 'RS256', use: 'sig' }] }
}

export type PushOptions = {
  audience?: string
  email?: string
  isVerified?: boolean
  issuer?: string
  expiresInSeconds?: number
  /** How the notice names the location. */
  spelling?: (typeof SPELLINGS)[number]
  messageId?: string
}

/** As the pages of v1 and v4 have it, and as public handlers expect it. */
const SPELLINGS = ['location_name', 'locationName', 'review_name', 'reviewName', 'attributes'] as const

export const signPush = async (world: ProfileWorld, options: PushOptions = {}): Promise<string> => {
  const { audience = world.settings.audience, email = world.settings.email, isVerified = true } = options
  const seconds = Math.floor(world.now().getTime() / 1000)
  return new SignJWT({ email, email_verified: isVerified, azp: '117' })
    .setProtectedHeader({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })
    .setIssuer(options.issuer ?? 'https://accounts.google.com')
    .setAudience(audience)
    .setSubject('117')
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + (options.expiresInSeconds ?? 3_600))
    .sign(await importJWK(await keyOf(world), 'RS256'))
}

export const pushBody = (
  location: Pick<SandboxLocation, 'id' | 'accountId'>,
  review: Pick<SandboxReview, 'id'>,
  { spelling = 'location_name', messageId = String(randomInt(2 ** 40)) }: PushOptions = {},
) => {
  const locationName = `locations/${location.id}`
  const reviewName = `accounts/${location.accountId}/locations/${location.id}/reviews/${review.id}`
  const told =
    spelling === 'attributes' ? {} : { [spelling]: /review/.test(spelling) ? reviewName : locationName }
  return {
    message: {
      data: Buffer.from(JSON.stringify(told)).toString('base64'),
      attributes: spelling === 'attributes' ? { location_name: locationName } : {},
      messageId,
      publishTime: new Date().toISOString(),
    },
    subscription: 'projects/sandbox/subscriptions/reviews',
    deliveryAttempt: 1,
  }
}

let turn = 0

/** Tells the product of a new or changed review, where the account's setting asks for it. Never of a deletion. */
export const push = async (
  world: ProfileWorld,
  location: SandboxLocation,
  review: SandboxReview,
  type: 'NEW_REVIEW' | 'UPDATED_REVIEW',
): Promise<void> => {
  if (!world.notifications.get(location.accountId)?.types.includes(type)) return
  if (world.faults.strike('pushLost')) return
  turn += 1
  const spelling = SPELLINGS[turn % SPELLINGS.length]!
  const body = JSON.stringify(pushBody(location, review, { spelling }))
  const times = world.faults.strike('pushRepeated') ? 2 : 1
  for (let time = 0; time < times; time += 1) await deliver(world, body)
}

const TRIES = 3

const deliver = async (world: ProfileWorld, body: string, attempt = 1): Promise<void> => {
  const answer = await fetch(`${world.publicUrl()}/webhooks/google-reviews`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await signPush(world)}` },
    body,
    signal: AbortSignal.timeout(10_000),
  }).then(
    ({ status }) => status,
    () => 0,
  )
  const isTaken = answer >= 200 && answer < 300
  world.wire.note({
    who: 'google',
    what: `Told of a review → ${answer || 'no answer'}`,
    went: isTaken ? 'well' : 'badly',
  })
  if (!isTaken && attempt < TRIES) world.timers.after(2_000, () => void deliver(world, body, attempt + 1))
}
