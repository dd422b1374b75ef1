import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../server/platform/errors.ts'
import { consoleRoutes } from './console/console-routes.ts'
import { controlRoutes } from './control-routes.ts'
import { createProfileStandIn } from './business-profile/business-profile-stand-in.ts'
import type { ProfileControl } from './business-profile/profile-control.ts'
import type { ProfileSettings } from './business-profile/profile-world.ts'
import { createFaults, type Faults } from './faults.ts'
import { registerGoogleSide, type GoogleSettings, type GoogleSide } from './google-side.ts'
import { openSnapshot } from './snapshot.ts'
import { createMailStandIn } from './mail/mail-stand-in.ts'
import type { ReceivedMail } from './mail/receive-mail.ts'
import { createStripeStandIn, type StripeControl } from './stripe/stripe-stand-in.ts'
import type { StripeSettings, StripeTiming } from './stripe/world.ts'
import { createTimers } from './timers.ts'
import { createTwilioStandIn, type TwilioControl } from './twilio/twilio-stand-in.ts'
import type { Timing, TwilioSettings } from './twilio/world.ts'
import { createWire, type Wire } from './wire.ts'
import type { XeroControl } from './xero/control.ts'
import type { Limits } from './xero/model/limits.ts'
import { createXeroStandIn, type XeroTiming } from './xero/xero-stand-in.ts'
import type { XeroSettings } from './xero/world.ts'

export type SandboxOptions = {
  /** The product's address; a function where it is not known yet. */
  publicUrl: string | (() => string)
  xero: XeroSettings
  twilio: TwilioSettings
  google?: GoogleSettings
  stripe: StripeSettings
  /** Of Google Business Profile. */
  profile?: ProfileSettings
  port?: number
  /** The port that takes mail; none unless given. */
  smtpPort?: number
  host?: string
  /** The file that keeps the memory over a restart; none in tests. */
  snapshotFile?: string
  limits?: Partial<Limits>
  timing?: Partial<Timing & XeroTiming & StripeTiming>
  now?: () => Date
  random?: () => number
  /** Further stand-ins, each a plugin under its own prefix. */
  register?: (app: FastifyInstance) => Promise<void>
}

export type Sandbox = {
  url: string
  xero: XeroControl
  twilio: TwilioControl
  /** Undefined where `google` is not given. */
  places: GoogleSide['places'] | undefined
  stripe: StripeControl
  /** Undefined where `profile` is not given. */
  profile: ProfileControl | undefined
  mails: () => ReceivedMail[]
  smtpPort: number | undefined
  faults: Faults
  wire: Wire
  /** Restores the state of a new sandbox. */
  reset: () => void
  close: () => Promise<void>
}

const TIMING: Timing & XeroTiming & StripeTiming = {
  gatherMs: 60,
  retrySeconds: [1, 5, 15, 60, 300, 900, 900, 900, 3_600, 3_600, 10_800, 21_600, 43_200],
  queuedMs: 80,
  sentMs: 350,
  deliveredMs: 1_200,
  laterMs: 8_000,
}

/** All vendors of the product, in one Fastify app on one port of the loopback. */
export const createSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const { now = () => new Date(), publicUrl: given } = options
  const publicUrl = typeof given === 'function' ? given : () => given
  const timing = { ...TIMING, ...options.timing }
  const wire = createWire(now)
  const faults = createFaults({
    changed: wire.changed,
    ...(options.random ? { random: options.random } : {}),
  })
  const timers = createTimers()
  const surroundings = { publicUrl, faults, timers, wire, now }
  const xero = createXeroStandIn(options.xero, surroundings, { limits: options.limits ?? {}, timing })
  const twilio = createTwilioStandIn(options.twilio, surroundings, { timing })
  const address = { url: '' }
  const stripe = createStripeStandIn(
    options.stripe,
    { ...surroundings, sandboxUrl: () => address.url },
    { timing },
  )
  const mail = createMailStandIn(surroundings)
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 1_048_576 })
  const google = options.google && registerGoogleSide(app, options.google, surroundings)
  const profile = options.profile && createProfileStandIn(options.profile, surroundings)
  const memories = [
    ...xero.memories,
    ...twilio.memories,
    ...stripe.memories,
    ...mail.memories,
    ...(google?.memories ?? []),
    ...(profile?.memories ?? []),
  ]
  const snapshot = openSnapshot(options.snapshotFile, memories)
  wire.onChange(snapshot.schedule)

  const reset = () => {
    for (const standIn of [xero, twilio, stripe, mail, google, profile]) standIn?.reset()
    faults.clear()
    wire.note({ who: 'you', what: 'Everything is as on the first day' })
  }

  const parts = {
    xero: xero.control,
    twilio: twilio.control,
    places: google?.places,
    stripe: stripe.control,
    profile: profile?.control,
    faults,
    wire,
    reset,
    publicUrl,
  }
  app.setErrorHandler(answerError)
  await app.register(formbody)
  await app.register(xero.routes)
  await app.register(twilio.routes)
  await app.register(stripe.routes)
  await app.register(mail.routes)
  if (profile) await app.register(profile.routes)
  await app.register(controlRoutes(parts))
  await app.register(consoleRoutes(parts))
  await options.register?.(app)
  const smtpPort =
    options.smtpPort === undefined
      ? undefined
      : await mail.listen(options.smtpPort, options.host ?? '127.0.0.1')
  const url = await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' })
  address.url = url.replace(/127\.0\.0\.1|\[::1\]/, 'localhost')

  return {
    url,
    xero: xero.control,
    twilio: twilio.control,
    places: google?.places,
    stripe: stripe.control,
    profile: profile?.control,
    mails: mail.mails,
    smtpPort,
    faults,
    wire,
    reset,
    close: async () => {
      timers.clear()
      await app.close()
      await mail.close()
      snapshot.save()
    },
  }
}

const answerError = (
  error: unknown,
  _request: unknown,
  reply: { code: (status: number) => { send: (body: unknown) => unknown } },
) => {
  if (error instanceof Refusal)
    return reply.code(error.status).send({ code: error.code, message: error.message })
  if (error instanceof z.ZodError) {
    return reply.code(400).send({ code: 'not-understood', message: z.prettifyError(error) })
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500
  return reply.code(status).send({ code: 'sandbox-fault', message: (error as Error).message })
}
