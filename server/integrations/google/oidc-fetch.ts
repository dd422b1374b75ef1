import type { CustomFetch } from 'openid-client'
import { VendorFailure } from '../../platform/errors.ts'
import { retryAfterSeconds } from '../../platform/http/retry-after.ts'

/**
 * A failure of the network or of the issuer is `retry-later`, whichever endpoint was called. The body is read here,
 * so that one that stalls counts as a failure of the network, too.
 */
export const issuerFetch =
  (timeoutMs: number): CustomFetch =>
  async (url, options) => {
    let answer: Response
    let body: ArrayBuffer
    try {
      answer = await fetch(url, { ...(options as RequestInit), signal: AbortSignal.timeout(timeoutMs) })
      body = await answer.arrayBuffer()
    } catch (cause) {
      throw unreachable({ cause })
    }
    const { status, headers } = answer
    if (status === 429 || status >= 500)
      throw unreachable({ retryAfterSeconds: retryAfterSeconds(headers.get('retry-after')) })
    return new Response(body.byteLength > 0 ? body : null, { status, headers })
  }

const unreachable = (trouble: { retryAfterSeconds?: number | undefined; cause?: unknown }): VendorFailure =>
  new VendorFailure('oidc', 'retry-later', 'unreachable', 'The sign-in service does not answer just now.', {
    cause: trouble.cause,
    ...(trouble.retryAfterSeconds ? { retryAfterSeconds: trouble.retryAfterSeconds } : {}),
  })
