import type { FastifyReply, FastifyRequest } from 'fastify'
import { parse } from 'node:querystring'
import type { StripePort } from '../integrations/stripe/stripe.ts'
import type { StripeEvent } from '../integrations/stripe/stripe-types.ts'
import type { Twilio } from '../integrations/twilio/twilio.ts'
import { UnreadableTwilioWebhook } from '../integrations/twilio/twilio-webhook.ts'
import type { InboundSms, StatusCallback } from '../integrations/twilio/twilio-types.ts'
import { isXeroSignature, parseXeroEvents, UnreadableXeroWebhook } from '../integrations/xero/xero-webhook.ts'
import { withinDeadline } from '../platform/http/within-deadline.ts'
import { withRawBodies, type Http } from '../platform/http/http.ts'
import type { XeroDelivery } from './receive-xero-webhook.ts'
import type { RefusedCalls } from './refused-calls.ts'

export type WebhookDeps = {
  xeroWebhookKey: string
  twilio: Pick<Twilio, 'verify' | 'parseStatus' | 'parseInbound'>
  receiveXero: (delivery: XeroDelivery) => Promise<void>
  xeroCalls: Pick<RefusedCalls, 'refused' | 'taken'>
  receiveStatus: (callback: StatusCallback) => Promise<void>
  receiveInbound: (sms: InboundSms) => Promise<void>
  stripe: Pick<StripePort, 'verifyEvent'>
  receiveStripe: (event: StripeEvent) => Promise<void>
  clock: () => Date
  recordWebhook: (door: 'xero' | 'twilio-status' | 'twilio-inbound' | 'stripe', answer: number) => void
}

/** 500 events are 150 kB; Xero documents no limit of a delivery's size. */
const XERO_BODY_LIMIT = 1024 * 1024
const TWILIO_BODY_LIMIT = 64 * 1024
const STRIPE_BODY_LIMIT = 1024 * 1024

/** Vendors read the status alone, and for each text these doors answer three times. */
const NO_BROWSER = { helmet: false } as const

/** The vendors' doors: the bytes are checked before they are parsed, and stored before they are acknowledged. */
export const registerWebhookRoutes = (app: Http, deps: WebhookDeps): void => {
  withRawBodies(app, XERO_BODY_LIMIT, (door) => {
    door.post('/webhooks/xero', NO_BROWSER, async (request, reply) => {
      const answer = await receiveXero(deps, request)
      deps.recordWebhook('xero', answer)
      return reply.code(answer).send()
    })
  })
  withRawBodies(app, TWILIO_BODY_LIMIT, (door) => {
    door.post('/webhooks/twilio/status', NO_BROWSER, async (request, reply) => {
      const answer = await receiveTwilio(deps, request, (form) =>
        deps.receiveStatus(deps.twilio.parseStatus(form, request.query as Form)),
      )
      deps.recordWebhook('twilio-status', answer)
      return reply.code(answer).send()
    })
    door.post('/webhooks/twilio/inbound', NO_BROWSER, async (request, reply) => {
      const answer = await receiveTwilio(deps, request, (form) =>
        deps.receiveInbound(deps.twilio.parseInbound(form)),
      )
      deps.recordWebhook('twilio-inbound', answer)
      return answerInbound(reply, answer)
    })
  })
  withRawBodies(app, STRIPE_BODY_LIMIT, (door) => {
    door.post('/webhooks/stripe', NO_BROWSER, async (request, reply) => {
      const answer = await receiveStripe(deps, request)
      deps.recordWebhook('stripe', answer)
      return reply.code(answer).send()
    })
  })
}

type Form = Record<string, string | string[] | undefined>

const receiveXero = async (deps: WebhookDeps, request: FastifyRequest): Promise<number> => {
  const body = bytesOf(request)
  const signature = request.headers['x-xero-signature']
  if (!isXeroSignature(body, typeof signature === 'string' ? signature : undefined, deps.xeroWebhookKey)) {
    deps.xeroCalls.refused(body)
    return 401
  }
  deps.xeroCalls.taken()
  try {
    const { events, unreadable } = parseXeroEvents(body)
    if (unreadable > 0)
      request.log.warn(
        { unreadable },
        'events of a webhook lack what they need: a sweep finds what they meant',
      )
    await withinDeadline(deps.receiveXero({ events, correlationId: request.id }))
    return 200
  } catch (cause) {
    if (cause instanceof UnreadableXeroWebhook) return 400
    request.log.error({ err: cause }, 'a webhook could not be written: Xero sends it again')
    return 503
  }
}

const receiveTwilio = async (
  { twilio }: WebhookDeps,
  request: FastifyRequest,
  receive: (form: Form) => Promise<void>,
): Promise<number> => {
  const form = parse(bytesOf(request).toString('utf8')) as Form
  const signature = request.headers['x-twilio-signature']
  const isSigned = twilio.verify({
    path: request.url,
    form,
    signature: typeof signature === 'string' ? signature : undefined,
  })
  if (!isSigned) return 403
  try {
    await withinDeadline(receive(form))
    return 204
  } catch (cause) {
    if (cause instanceof UnreadableTwilioWebhook) return 400
    request.log.error({ err: cause }, 'a callback could not be written')
    return 503
  }
}

const receiveStripe = async (deps: WebhookDeps, request: FastifyRequest): Promise<number> => {
  const signature = request.headers['stripe-signature']
  const event = deps.stripe.verifyEvent(
    bytesOf(request),
    typeof signature === 'string' ? signature : undefined,
    deps.clock(),
  )
  if (!event) return 400
  try {
    await withinDeadline(deps.receiveStripe(event))
    return 200
  } catch (cause) {
    request.log.error({ err: cause }, 'an event could not be written: Stripe sends it again')
    return 503
  }
}

/** Answers without a text: the gateway itself confirms STOP and START. */
const answerInbound = (reply: FastifyReply, answer: number): FastifyReply =>
  answer === 204 ? reply.code(200).type('text/xml').send('<Response/>') : reply.code(answer).send()

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
