export type SmsToSend = {
  /** E.164. */
  to: string
  body: string
  /** A number or a name of the account; null for the sender of the settings. */
  from: string | null
  /** Travels in the callback's address, so that a callback finds its attempt even when our answer was lost. */
  attemptId: string
  /** Asked when the call is about to go out: past its deadline the text is not sent, which is `retry-later`. */
  mayBegin?: () => boolean
  /** The gateway drops a text that waited longer in its queue; as it is set up to where this is not given. */
  validMs?: number | undefined
}

/**
 * `accepted`: the gateway has it and charges for it. `rejected`: it was never sent and never will be as it is.
 * `retry-later`: it was certainly not processed. `outcome-unknown`: it may or may not have been taken.
 */
export type SendOutcome =
  | { kind: 'accepted'; messageSid: string; status: GatewayStatus }
  | { kind: 'rejected'; reason: RejectionReason; code: string }
  | { kind: 'retry-later'; code: string; afterSeconds: number | undefined }
  | { kind: 'outcome-unknown'; code: string }

/** `configuration` means that no text can go out until the operator acts; the others are about this number. */
export type RejectionReason = 'opted-out' | 'not-a-mobile' | 'invalid-number' | 'configuration' | 'other'

export type GatewayStatus =
  | 'accepted'
  | 'scheduled'
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'undelivered'
  | 'failed'
  | 'canceled'

export type FoundSms = { messageSid: string; status: GatewayStatus; errorCode: string | undefined }

/** `body` is undefined where redaction took it away. */
export type ReadSms = FoundSms & { body: string | undefined }

/** A text in the account's list. */
export type ListedSent = ReadSms & {
  to: string
  /** As the gateway counts, which it may do late. */
  segments: number | undefined
  /** The number or name it came from, where that is known already. */
  from: string | undefined
  /** Whether it came from the sender of the settings: the account may have others. */
  isOfSender: boolean
  createdAt: Date | undefined
}

/**
 * `createdSince` and `from` are for texts whose body cannot be read: an earlier one, or one from another sender, is
 * another. `from` is null for the sender of the settings.
 */
export type SoughtSms = { to: string; from: string | null; bodyContains: string; createdSince: Date }

/** `ours` contain what was sought. Where none does, those that are `unreadable` may be it. */
export type SeenSms = { ours: FoundSms[]; unreadable: FoundSms[] }

export type StatusCallback = {
  messageSid: string
  status: GatewayStatus
  errorCode: string | undefined
  attemptId: string | undefined
}

export type InboundSms = {
  messageSid: string
  from: string
  to: string
  body: string
  optOutType: string | undefined
}
