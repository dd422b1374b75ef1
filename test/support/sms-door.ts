import { createHmac } from 'node:crypto'
import type { Product } from './product.ts'
import { SANDBOX_VENDORS } from './sandbox.ts'

const { accountSid, authToken, from } = SANDBOX_VENDORS.twilio

/** A delivery report as Twilio posts it, for the text that this attempt sent. Answers the status. */
export const reportOf = (
  product: Product,
  attemptId: string,
  { sid, status, errorCode }: { sid: string; status: string; errorCode?: string },
): Promise<number> =>
  post(product, `/webhooks/twilio/status?a=${attemptId}`, {
    AccountSid: accountSid,
    MessageSid: sid,
    MessageStatus: status,
    ...(errorCode ? { ErrorCode: errorCode } : {}),
  })

/** A text that somebody sent us, as Twilio posts it. */
export const inboundOf = (
  product: Product,
  { phone, body, sid = `SM${crypto.randomUUID()}` }: { phone: string; body: string; sid?: string },
): Promise<number> =>
  post(product, '/webhooks/twilio/inbound', { MessageSid: sid, From: phone, To: from!, Body: body })

/** Posts a form to one of Twilio's doors, well signed unless `signature` says otherwise. */
export const post = async (
  product: Product,
  path: string,
  form: Record<string, string>,
  signature = signatureOf(product.url + path, form),
): Promise<number> => {
  const answer = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'x-twilio-signature': signature },
    body: new URLSearchParams(form),
  })
  await answer.text()
  return answer.status
}

const signatureOf = (url: string, form: Record<string, string>): string =>
  createHmac('sha1', authToken)
    .update(
      Object.keys(form)
        .sort()
        .reduce((text, key) => text + key + form[key], url),
    )
    .digest('base64')
