import { NoAnswer } from '../../platform/http/http-client.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { ACCOUNT_STATUSES, CONFIGURATION_NUMBERS } from './twilio-codes-rules.ts'
import type { RejectionReason, SendOutcome } from './twilio-types.ts'

/** Twilio answered with an error. `code` is its own number, where the body had one. */
export class TwilioRefusal extends Error {
  readonly status: number
  readonly code: number | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, code: number | undefined, retryAfterSeconds: number | undefined) {
    super(`Twilio answered ${status}${code === undefined ? '' : ` with code ${code}`}`)
    this.name = 'TwilioRefusal'
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * The outcome of a text whose sending threw. An error answer means that the gateway took nothing, except a 5xx; after
 * any failure once the call was sent the outcome is unknown. Codes: https://www.twilio.com/docs/api/errors
 */
export const outcomeOf = (thrown: unknown): SendOutcome => {
  if (thrown instanceof TwilioRefusal) return outcomeOfRefusal(thrown)
  if (thrown instanceof NoAnswer)
    return thrown.wasSent
      ? { kind: 'outcome-unknown', code: thrown.code }
      : { kind: 'retry-later', code: thrown.code, afterSeconds: undefined }
  return { kind: 'outcome-unknown', code: 'unreadable' }
}

/** The failure of a call that only reads, which may always be repeated. */
export const failureOf = (thrown: unknown): VendorFailure => {
  const refusal = thrown instanceof TwilioRefusal ? thrown : undefined
  const code = refusal ? codeOf(refusal) : thrown instanceof NoAnswer ? thrown.code : 'unreadable'
  const { status = 0 } = refusal ?? {}
  const isRefused = status >= 400 && status < 500 && status !== 429 && status !== 408
  return new VendorFailure('twilio', isRefused ? 'rejected' : 'retry-later', code, `Twilio failed: ${code}`, {
    cause: thrown,
    ...(refusal?.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: refusal.retryAfterSeconds }),
  })
}

const outcomeOfRefusal = (refusal: TwilioRefusal): SendOutcome => {
  const { status, code: number, retryAfterSeconds: afterSeconds } = refusal
  const code = codeOf(refusal)
  const reason = number === undefined ? undefined : reasons.get(number)
  if (status === 429 || (number !== undefined && neverProcessed.has(number)))
    return { kind: 'retry-later', code, afterSeconds }
  if (status >= 500 || status < 400 || status === 408) return { kind: 'outcome-unknown', code }
  if (reason) return { kind: 'rejected', reason, code }
  // By the status, whatever number comes with it: so the codes of our account are few and all known.
  return ACCOUNT_STATUSES.has(status)
    ? { kind: 'rejected', reason: 'configuration', code: `http-${status}` }
    : { kind: 'rejected', reason: 'other', code }
}

const codeOf = ({ status, code }: TwilioRefusal): string =>
  code === undefined ? `http-${status}` : String(code)

/** 20429 "was never processed"; 21611 is the sender's queue being full. */
const neverProcessed = new Set([20429, 21611])

const reasons = new Map<number, RejectionReason>([
  [21211, 'invalid-number'],
  [21610, 'opted-out'],
  [21614, 'not-a-mobile'],
  [21635, 'not-a-mobile'],
  ...CONFIGURATION_NUMBERS.map((code): [number, RejectionReason] => [code, 'configuration']),
])
