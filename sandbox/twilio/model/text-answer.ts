import type { TextFacts } from './text.ts'

/** A Message resource. The price is unknown until the text was sent; with a service, so are its segments. */
export const textAnswer = (accountSid: string, text: TextFacts) => {
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${text.sid}`
  const isPending = text.status === 'accepted'
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: text.body,
    date_created: rfc2822(text.createdAt),
    date_sent: text.sentAt === null ? null : rfc2822(text.sentAt),
    date_updated: rfc2822(text.updatedAt),
    direction: text.direction,
    error_code: text.errorCode,
    error_message: text.errorMessage,
    from: text.from,
    messaging_service_sid: text.serviceSid,
    num_media: '0',
    num_segments: isPending ? '0' : String(text.segments),
    price: text.sentAt === null ? null : (-0.0515 * text.segments).toFixed(5),
    price_unit: 'USD',
    sid: text.sid,
    status: text.status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: text.to,
    uri: `${uri}.json`,
  }
}

/** 'Fri, 20 Nov 2026 21:57:52 +0000' */
const rfc2822 = (at: number): string => new Date(at).toUTCString().replace('GMT', '+0000')
