import { VendorFailure } from '../../platform/errors.ts'

export type StripeAccess = { secretKey: string; apiUrl: string; timeoutMs?: number }

/** Asks for the account's balance and does not look at it. Throws VendorFailure unless the key is accepted. */
export const reachStripe = async ({ secretKey, apiUrl, timeoutMs = 5_000 }: StripeAccess): Promise<void> => {
  const { status } = await ask(`${apiUrl}/v1/balance`, secretKey, timeoutMs)
  if (status === 200) return
  // Stripe accepted the key: a restricted one may not read the balance.
  if (status === 403) return
  const kind = status === 401 || status === 404 ? 'rejected' : 'retry-later'
  const code = status === 401 ? 'configuration' : `http-${status}`
  throw new VendorFailure('stripe', kind, code, `Stripe answered ${status}.`)
}

const ask = async (url: string, secretKey: string, timeoutMs: number): Promise<Response> => {
  try {
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${secretKey}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
    return answer
  } catch (cause) {
    throw new VendorFailure('stripe', 'retry-later', 'unreachable', 'Stripe does not answer.', { cause })
  }
}
