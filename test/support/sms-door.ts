import { twilioSignature } from '../../sandbox/twilio/model/signature.ts'
import { inboundParameters, statusParameters } from '../../sandbox/twilio/model/webhook-parameters.ts'
import type { Product } from './product.ts'
import { SANDBOX_VENDORS } from './sandbox.ts'

const { accountSid, authToken, from } = SANDBOX_VENDORS.twilio

/** The text of a report; our doors know it by its sid and its attempt alone. */
const TEXT = { to: '+61491570006', from: from!, serviceSid: null, errorMessage: null }

/** A delivery report as Twilio posts it, for the text that this attempt sent. Answers the status. */
export const reportOf = (
  product: Product,
  attemptId: string,
  { sid, status, errorCode }: { sid: string; status: string; errorCode?: string },
): Promise<number> =>
  post(
    product,
    `/webhooks/twilio/status?a=${attemptId}`,
    statusParameters(
      accountSid,
      { ...TEXT, sid, status, errorCode: errorCode === undefined ? null : Number(errorCode) },
      product.now(),
    ),
  )

/** A text that a customer sent us, as Twilio posts it. */
export const inboundOf = (
  product: Product,
  {
    phone,
    body,
    sid = `SM${crypto.randomUUID()}`,
    to = from!,
    optOutType,
  }: { phone: string; body: string; sid?: string; to?: string; optOutType?: string },
): Promise<number> =>
  post(
    product,
    '/webhooks/twilio/inbound',
    inboundParameters(accountSid, { sid, from: phone, to, body, segments: 1, serviceSid: null, optOutType }),
  )

/** Posts a form to one of Twilio's doors with its true signature, unless another is given. */
export const post = async (
  product: Product,
  path: string,
  form: Record<string, string>,
  signature = twilioSignature(authToken, product.url + path, form),
): Promise<number> => {
  const answer = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'x-twilio-signature': signature },
    body: new URLSearchParams(form),
  })
  await answer.text()
  return answer.status
}
