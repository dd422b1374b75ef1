import { z } from 'zod'
import { openHttpClient } from '../../platform/http/http-client.ts'
import { openTwilioApi } from './twilio-api.ts'
import { outcomeOf } from './twilio-errors.ts'
import { findSms, getSms } from './twilio-find.ts'
import { readInboundAddress, type InboundAddress } from './inbound-address.ts'
import { listInbound, type InboundPage } from './twilio-inbound.ts'
import { reachTwilio } from './reach-twilio.ts'
import { listNewer, listSent, newestSent } from './twilio-sent.ts'
import { readStatus } from './twilio-status.ts'
import type { ListedSent, ReadSms, SeenSms, SendOutcome, SmsToSend, SoughtSms } from './twilio-types.ts'
import { type TwilioForm, isTwilioSignature, parseInbound, parseStatus } from './twilio-webhook.ts'

export type Twilio = ReturnType<typeof createTwilio>

export type TwilioConfig = {
  accountSid: string
  authToken: string
  from?: string | undefined
  messagingServiceSid?: string | undefined
  apiUrl: string
  publicUrl: string
  timeoutMs?: number
}

/** After it no answer is waited for. */
export const LONGEST_CALL_MS = 15_000
const CONNECTIONS = 64

/**
 * Asks Twilio to post a report again that our door could not take, which it does not do by itself. It does not send
 * this part, nor sign it: https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
 */
const REPEATED = '#rc=5&rp=all'

/**
 * In seconds. Twilio takes 1 to 36,000, and recommends more than 5:
 * https://www.twilio.com/docs/messaging/api/message-resource
 */
const [LEAST_VALIDITY, MOST_VALIDITY] = [6, 36_000]

/** A text with a sid was taken, whatever else the answer lacks. */
const takenSchema = z.object({ sid: z.string().min(1), status: z.string().catch('accepted') })

/** The gateway: sends a text at most once a call, looks for one, and reads the gateway's webhooks. */
export const createTwilio = (config: TwilioConfig) => {
  const publicUrl = config.publicUrl.replace(/\/+$/, '')
  const http = openHttpClient({
    baseUrl: config.apiUrl,
    connections: CONNECTIONS,
    timeoutMs: config.timeoutMs ?? LONGEST_CALL_MS,
  })
  const api = openTwilioApi(http, config)
  const usual: Record<string, string> = config.messagingServiceSid
    ? { MessagingServiceSid: config.messagingServiceSid }
    : { From: config.from ?? '' }

  const senderId = config.messagingServiceSid ?? config.from ?? ''

  return {
    /** What identifies the sender: a number, or the messaging service that picks one. */
    sender: senderId,

    /** Never throws and never calls twice: Twilio has no idempotency key for messages. */
    send: async ({ to, body, from, attemptId, mayBegin, validMs }: SmsToSend): Promise<SendOutcome> => {
      const StatusCallback = `${publicUrl}/webhooks/twilio/status?a=${encodeURIComponent(attemptId)}${REPEATED}`
      try {
        const sender = from === null ? usual : { From: from }
        const fields = { To: to, Body: body, StatusCallback, ...sender, ...validity(validMs) }
        const path = `${api.accountPath}/Messages.json`
        const { sid, status } = await api.post(path, fields, takenSchema, mayBegin)
        return { kind: 'accepted', messageSid: sid, status: readStatus(status) }
      } catch (thrown) {
        return outcomeOf(thrown)
      }
    },

    find: (sought: SoughtSms): Promise<SeenSms> => findSms(api, senderId, sought),

    /** Those to this number, or to any of the account. Throws VendorFailure where not all of them could be read. */
    inbound: (since: Date, to?: string): AsyncIterable<InboundPage> =>
      listInbound(api, { to, since, service: config.messagingServiceSid }),

    /** Throws VendorFailure where not all of them could be read. */
    sent: (since: Date): AsyncIterable<ListedSent[]> => listSent(api, { sender: senderId, since }),

    /** The newest 100 or so, of whatever sender. Throws VendorFailure. */
    newest: (): Promise<ListedSent[]> => newestSent(api, senderId),

    /** Those since then, of whatever sender, as far as thirty pages reach. Throws VendorFailure. */
    newer: (since: Date): AsyncIterable<ListedSent[]> => listNewer(api, { sender: senderId, since }),

    /** Where texts to this number of the account go. Throws VendorFailure. */
    inboundAddress: (number: string): Promise<InboundAddress> => readInboundAddress(api, number, publicUrl),

    get: (messageSid: string): Promise<ReadSms | undefined> => getSms(api, messageSid),

    /** Throws VendorFailure unless our credentials are accepted and the account is active. */
    reach: (): Promise<void> => reachTwilio(api),

    /** `path` with its query, as it came to our door. */
    verify: (call: { path: string; form: TwilioForm; signature: string | undefined }): boolean =>
      isTwilioSignature({
        url: publicUrl + call.path,
        form: call.form,
        signature: call.signature,
        authToken: config.authToken,
      }),

    parseStatus,
    parseInbound: (form: TwilioForm) => parseInbound(form, config.messagingServiceSid),
    close: (): Promise<void> => http.close(),
  }
}

const validity = (ms: number | undefined): Record<string, string> => {
  if (ms === undefined) return {}
  const seconds = Math.min(MOST_VALIDITY, Math.max(LEAST_VALIDITY, Math.floor(ms / 1000)))
  return { ValidityPeriod: String(seconds) }
}
