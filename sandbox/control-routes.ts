import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../server/platform/errors.ts'
import type { Faults } from './faults.ts'
import { profileControlRoutes, type ProfileControl } from './business-profile/profile-control.ts'
import { placesControlRoutes } from './places/control-routes.ts'
import type { PlacesControl } from './places/register-places.ts'
import { stripeControlRoutes } from './stripe/control-routes.ts'
import type { StripeControl } from './stripe/stripe-stand-in.ts'
import type { TwilioControl } from './twilio/twilio-stand-in.ts'
import type { Wire } from './wire.ts'
import type { XeroControl } from './xero/control.ts'
import { xeroControlRoutes } from './xero/control-routes.ts'

export type ControlParts = {
  xero: XeroControl
  twilio: TwilioControl
  places: PlacesControl | undefined
  stripe: StripeControl
  profile: ProfileControl | undefined
  faults: Faults
  wire: Wire
  reset: () => void
  publicUrl: () => string
}

const e164 = z.string().regex(/^\+[1-9]\d{6,14}$/, 'must be a number like +61491570006')

/** The control API of the sandbox, in JSON, for tests, drills and the console. */
export const controlRoutes = (parts: ControlParts) => async (app: FastifyInstance) => {
  const { twilio, faults, wire } = parts
  app.addHook('onRequest', async (request) => {
    const isForeign = ['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site']))
    if (isForeign && request.url.startsWith('/control/')) {
      throw new Refusal('foreign-page', 403, 'Another site may not steer the sandbox.')
    }
  })
  await app.register(xeroControlRoutes(parts.xero), { prefix: '/control/xero' })
  if (parts.places) await app.register(placesControlRoutes(parts.places), { prefix: '/control/places' })

  if (parts.profile) await app.register(profileControlRoutes(parts.profile), { prefix: '/control/profile' })

  await app.register(stripeControlRoutes(parts.stripe), { prefix: '/control/stripe' })

  app.get('/control/health', async () => ({ ok: true, publicUrl: parts.publicUrl() }))
  app.post('/control/reset', async () => {
    parts.reset()
    return { ok: true }
  })
  app.get('/control/faults', async () => faults.asked())
  app.put('/control/faults', async (request) => {
    faults.ask(request.body as Parameters<Faults['ask']>[0])
    return faults.asked()
  })
  app.delete('/control/faults', async () => {
    faults.clear()
    return {}
  })
  app.get('/control/log', async () => wire.lines())

  app.get<{ Querystring: { to?: string; all?: string } }>('/control/sms', async (request) => {
    const to = request.query.to?.replace(/^ /, '+')
    if (request.query.all === 'true') return to ? twilio.conversation(to) : twilio.texts()
    return twilio.sent(to)
  })
  app.post<{ Params: { phone: string } }>('/control/sms/:phone/reply', async (request) => {
    const { body } = z.object({ body: z.string().min(1).max(1_600) }).parse(request.body)
    const phone = e164.parse(request.params.phone)
    const name = twilio.oneWaySender(phone)
    if (name) throw new Refusal('one-way', 409, `${name} is a name: nobody can reply to it. Tap its link.`)
    return twilio.reply(phone, body)
  })
  app.post<{ Params: { phone: string } }>('/control/sms/:phone/read', async (request) => {
    twilio.read(e164.parse(request.params.phone))
    return { ok: true }
  })
}
