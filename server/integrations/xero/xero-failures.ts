import type { ZodError } from 'zod'
import { NoAnswer, type HttpAnswer } from '../../platform/http/http-client.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { retryAfterSeconds } from '../../platform/http/retry-after.ts'

const MINUTE_SECONDS = 60
const CONCURRENT_SECONDS = 2
/** Nothing asks before: what a gateway in between says must not keep an organisation waiting for longer than this. */
const MOST_SECONDS = { fault: 5 * 60, limit: 24 * 60 * 60 }

/**
 * What a refused API call means. 401 is an access token that expired (refresh, once); 403 an organisation that ended
 * our access: https://developer.xero.com/documentation/guides/oauth2/troubleshooting
 */
export const failureOf = ({ status, headers }: HttpAnswer): VendorFailure => {
  if (status === 401) return failure('retry-later', 'token-expired', 'Xero no longer takes the access token')
  if (status === 403) return failure('rejected', 'forbidden', 'Xero closed this organisation to us')
  if (status === 429) return limitFailure(headers)
  // Below 400 it leads elsewhere, or has no content: that is Xero's address, and not what was asked for.
  if (status >= 500 || status < 400 || status === 408)
    return failure('retry-later', `http-${status}`, `Xero answered ${status}`, {
      retryAfterSeconds: retryAfterSeconds(headers['retry-after'], MOST_SECONDS.fault),
    })
  return failure('rejected', `http-${status}`, `Xero answered ${status}`)
}

/** Reads may be repeated whatever their outcome. */
export const failureWithoutAnswer = (cause: unknown): unknown =>
  cause instanceof NoAnswer ? failure('retry-later', cause.code, 'Xero gave no answer', { cause }) : cause

/** An answer that is no JSON, or lacks what we need; asked again later. `cause` is what reading it threw. */
export const unreadable = (cause?: unknown): VendorFailure =>
  failure('retry-later', 'unreadable', 'Xero gave an answer that we cannot read', { cause })

/** Names the first field that differs, never what stands in it. */
export const unexpectedShape = (cause: ZodError): VendorFailure => {
  const [{ path, message }] = cause.issues as [ZodError['issues'][number]]
  const where = [...path.map(String), message].join(': ')
  return failure(
    'retry-later',
    'unexpected-shape',
    `Xero gave an answer of a shape that we do not know (${where})`,
    { cause },
  )
}

/** A VendorFailure of Xero; `retryAfterSeconds` where it is known when to ask again. */
export const failure = (
  kind: VendorFailure['kind'],
  code: string,
  message: string,
  options: { retryAfterSeconds?: number | undefined; cause?: unknown } = {},
): VendorFailure =>
  new VendorFailure('xero', kind, code, message, {
    ...(options.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: options.retryAfterSeconds }),
    ...(options.cause === undefined ? {} : { cause: options.cause }),
  })

/** The problem's name varies ('minute', 'DayLimit'), and the limit on concurrent calls has no Retry-After. */
const limitFailure = (headers: HttpAnswer['headers']): VendorFailure => {
  const problem = String(headers['x-rate-limit-problem'] ?? 'unknown').toLowerCase()
  const usual = problem.includes('concurrent') ? CONCURRENT_SECONDS : MINUTE_SECONDS
  return failure('retry-later', `rate-limit:${problem}`, 'Xero limits our calls', {
    retryAfterSeconds: retryAfterSeconds(headers['retry-after'], MOST_SECONDS.limit) ?? usual,
  })
}
