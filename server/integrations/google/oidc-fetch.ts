import type { CustomFetch } from 'openid-client'
import { VendorFailure } from '../../platform/errors.ts'

/**
 * What the network or the issuer's own trouble breaks is `retry-later`, whichever of its doors we knocked at. The
 * body is read in here, so that one that stalls is a trouble of the network too.
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
      throw unreachable({ retryAfterSeconds: Number(headers.get('retry-after')) || undefined })
    return new Response(body.byteLength > 0 ? body : null, { status, headers })
  }

const unreachable = (trouble: { retryAfterSeconds?: number | undefined; cause?: unknown }): VendorFailure =>
  new VendorFailure('oidc', 'retry-later', 'unreachable', 'The sign-in service does not answer just now.', {
    cause: trouble.cause,
    ...(trouble.retryAfterSeconds ? { retryAfterSeconds: trouble.retryAfterSeconds } : {}),
  })
