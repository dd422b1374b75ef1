import { Stripe } from 'stripe'
import { webhookBody, webhookEvent, webhookHeaders } from '../../../sandbox/xero/model/webhook-body.ts'
import { twilioSignature } from '../../../sandbox/twilio/model/signature.ts'
import { inboundParameters, statusParameters } from '../../../sandbox/twilio/model/webhook-parameters.ts'
import type { Product } from '../product.ts'
import { shown, type HostileCall } from './hostile-calls.ts'
import { NASTY_JSON, NASTY_TEXTS } from './nasty-values.ts'

/** What comes to the vendors' doors with a true signature: a customer's text, or a vendor's own mistake. */
export const signedCalls = (product: Product, tenantId: string): HostileCall[][] => {
  const { XERO_WEBHOOK_KEY, TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, STRIPE_WEBHOOK_SECRET } = product.parts.env
  const now = product.now()
  const json = (body: object, url: string, sign: (raw: string) => Record<string, string>): HostileCall[] =>
    [...nastyLeaves(body), ...NASTY_JSON.map((raw) => ({ at: 'body', value: raw, raw }))].map(
      ({ at, value, raw }) => ({
        what: `${url} ${at} = ${shown(value)}`,
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...sign(raw) },
        payload: raw,
      }),
    )
  const form = (parameters: Record<string, string>, url: string): HostileCall[] =>
    Object.keys(parameters).flatMap((name) =>
      NASTY_TEXTS.map((value) => {
        const payload = new URLSearchParams({ ...parameters, [name]: value }).toString()
        const sent = Object.fromEntries(new URLSearchParams(payload))
        return {
          what: `${url} ${name} = ${shown(value)}`,
          method: 'POST',
          url,
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'x-twilio-signature': twilioSignature(TWILIO_AUTH_TOKEN, product.url + url, sent),
          },
          payload,
        }
      }),
    )

  const text = { sid: 'SM1', to: '+61491570006', from: '+61480000000', serviceSid: null }
  const status = { ...text, status: 'failed', errorCode: 30003, errorMessage: 'Unreachable' }
  const statusForm = statusParameters(TWILIO_ACCOUNT_SID, status, now)
  return [
    json(
      webhookBody([webhookEvent({ tenantId, invoiceId: crypto.randomUUID() }, now)], 1),
      '/webhooks/xero',
      (raw) => webhookHeaders(raw, XERO_WEBHOOK_KEY),
    ),
    json(
      {
        id: 'evt_1',
        type: 'checkout.session.completed',
        created: Math.floor(now.getTime() / 1000),
        livemode: false,
        data: { object: { id: 'cs_test_1' } },
      },
      '/webhooks/stripe',
      (payload) => ({
        'stripe-signature': Stripe.webhooks.generateTestHeaderString({
          payload,
          secret: STRIPE_WEBHOOK_SECRET,
          timestamp: Math.floor(now.getTime() / 1000),
        }),
      }),
    ),
    form(statusForm, '/webhooks/twilio/status'),
    NASTY_TEXTS.filter((attempt) => attempt.isWellFormed()).map(
      (attempt) => form(statusForm, `/webhooks/twilio/status?a=${encodeURIComponent(attempt)}`)[0]!,
    ),
    form(
      inboundParameters(TWILIO_ACCOUNT_SID, {
        ...text,
        from: text.to,
        to: text.from,
        body: 'STOP',
        segments: 1,
      }),
      '/webhooks/twilio/inbound',
    ),
  ]
}

type Leaf = { at: string; value: string; raw: string }

/** The body again and again, in each of which one of its values, however deep, is a nasty fragment. */
const nastyLeaves = (body: object): Leaf[] =>
  pathsOf(body).flatMap((path) =>
    NASTY_JSON.map((value) => {
      const mark = `mark-${crypto.randomUUID()}`
      const changed = structuredClone(body)
      const holder = path
        .slice(0, -1)
        .reduce<Record<string, unknown>>((at, key) => at[key] as never, changed as never)
      holder[path.at(-1)!] = mark
      return { at: path.join('.'), value, raw: JSON.stringify(changed).replace(`"${mark}"`, () => value) }
    }),
  )

const pathsOf = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [
        [key],
        ...pathsOf(inner).map((path) => [key, ...path]),
      ])
    : []
