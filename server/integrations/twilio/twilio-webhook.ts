import { timingSafeEqual } from 'node:crypto'
import { getExpectedTwilioSignature, validateRequest } from 'twilio/lib/webhooks/webhooks.js'
import { z } from 'zod'
import { keepable } from '../../platform/http/keepable.ts'
import { readStatus } from './twilio-status.ts'
import type { InboundSms, StatusCallback } from './twilio-types.ts'

export type TwilioForm = Record<string, string | string[] | undefined>

/** Signed, but not what Twilio describes. */
export class UnreadableTwilioWebhook extends Error {
  constructor(cause: unknown) {
    super('The webhook is not what Twilio describes', { cause })
    this.name = 'UnreadableTwilioWebhook'
  }
}

/**
 * True when Twilio signed this form for this address. `url` is the one that Twilio called, with its query and
 * without the fragment, which it does not send: https://www.twilio.com/docs/usage/security
 */
export const isTwilioSignature = ({
  url,
  form,
  signature,
  authToken,
}: {
  url: string
  form: TwilioForm
  signature: string | undefined
  authToken: string
}): boolean => {
  if (!signature) return false
  const called = url.split('#', 1)[0]!
  try {
    // As it was called, first: the SDK begins with an address without its port.
    return (
      isSame(Buffer.from(signature), Buffer.from(getExpectedTwilioSignature(authToken, called, form))) ||
      validateRequest(authToken, signature, called, form)
    )
  } catch {
    return false
  }
}

const isSame = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected)

/** `query` is that of the callback's address: it names the attempt. Throws UnreadableTwilioWebhook. */
export const parseStatus = (form: TwilioForm, query: TwilioForm): StatusCallback => {
  const from = read(statusSchema, {
    MessageSid: form['MessageSid'] ?? form['SmsSid'],
    MessageStatus: form['MessageStatus'] ?? form['SmsStatus'],
    ErrorCode: form['ErrorCode'],
  })
  const attempt = attemptName.safeParse(query['a'])
  return {
    messageSid: from.MessageSid,
    status: readStatus(from.MessageStatus),
    errorCode: from.ErrorCode && from.ErrorCode !== '0' ? from.ErrorCode : undefined,
    attemptId: attempt.data,
  }
}

/**
 * A text that came to us. One to a number in the pool of this messaging service came to the service, as texts go out by
 * it. Throws UnreadableTwilioWebhook.
 */
export const parseInbound = (form: TwilioForm, service?: string): InboundSms => {
  const from = read(inboundSchema, { ...form, MessageSid: form['MessageSid'] ?? form['SmsSid'] })
  return {
    messageSid: from.MessageSid,
    from: from.From,
    to: service !== undefined && from.MessagingServiceSid === service ? service : from.To,
    body: from.Body ?? '',
    optOutType: from.OptOutType ? from.OptOutType.toUpperCase() : undefined,
  }
}

const attemptName = z.string().min(1)

const statusSchema = z.object({
  MessageSid: keepable.min(1),
  MessageStatus: z.string().min(1),
  ErrorCode: keepable.optional(),
})

const inboundSchema = z.object({
  MessageSid: keepable.min(1),
  From: z.string().min(1),
  To: keepable.min(1),
  MessagingServiceSid: z.string().optional().catch(undefined),
  Body: z.string().optional(),
  OptOutType: z.string().optional(),
})

const read = <Schema extends z.ZodType>(schema: Schema, form: TwilioForm): z.infer<Schema> => {
  const parsed = schema.safeParse(form)
  if (!parsed.success) throw new UnreadableTwilioWebhook(parsed.error)
  return parsed.data
}
