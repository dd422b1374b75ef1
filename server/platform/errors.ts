/** Expected, and for the person who made the call: shown as it is, never reported as a bug. */
export class Refusal extends Error {
  readonly code: string
  readonly status: number
  readonly details: Record<string, unknown>

  constructor(code: string, status: number, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.status = status
    this.details = details
  }
}

export type VendorFailureKind = 'retry-later' | 'reconnect' | 'rejected' | 'outcome-unknown'

/** A vendor did not do what we asked. `kind` is read from status codes, never from message text. */
export class VendorFailure extends Error {
  readonly vendor: string
  readonly kind: VendorFailureKind
  readonly code: string
  readonly retryAfterSeconds: number | undefined

  constructor(
    vendor: string,
    kind: VendorFailureKind,
    code: string,
    message: string,
    options: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'VendorFailure'
    this.vendor = vendor
    this.kind = kind
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
