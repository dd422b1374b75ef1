import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'
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
export const isTwilioSignature = (call: {
  url: string
  form: TwilioForm
  signature: string | undefined
  authToken: string
}): boolean => {
  if (!call.signature) return false
  try {
    return validateRequest(call.authToken, call.signature, call.url.split('#')[0]!, { ...call.form })
  } catch {
    return false
  }
}

/** `query` is that of the callback's address: it names the attempt. Throws UnreadableTwilioWebhook. */
export const parseStatus = (form: TwilioForm, query: TwilioForm): StatusCallback => {
  const from = read(statusSchema, { ...legacyNames(form), ...form })
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
  const from = read(inboundSchema, { ...legacyNames(form), ...form })
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

const legacyNames = (form: TwilioForm): TwilioForm => ({
  MessageSid: form['SmsSid'],
  MessageStatus: form['SmsStatus'],
})

const read = <Schema extends z.ZodType>(schema: Schema, form: TwilioForm): z.infer<Schema> => {
  const parsed = schema.safeParse(form)
  if (!parsed.success) throw new UnreadableTwilioWebhook(parsed.error)
  return parsed.data
}
