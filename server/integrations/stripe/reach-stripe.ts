import { z } from 'zod'
import { asJson } from '../../platform/as-json.ts'
import { VendorFailure } from '../../platform/errors.ts'

export type StripeAccess = { secretKey: string; apiUrl: string; timeoutMs?: number }

/** Asks for the account's balance. Throws VendorFailure unless it is Stripe that answers, and takes the key. */
export const reachStripe = async ({ secretKey, apiUrl, timeoutMs = 5_000 }: StripeAccess): Promise<void> => {
  const { status, text } = await ask(`${apiUrl}/v1/balance`, secretKey, timeoutMs)
  // Where it is 403, Stripe accepted the key: a restricted one may not read the balance.
  if (status === 200 || status === 403) {
    if ((status === 200 ? anObject : anError).safeParse(asJson(text)).success) return
    throw new VendorFailure('stripe', 'retry-later', 'unexpected-answer', 'It is not Stripe that answers.')
  }
  const kind = status === 401 || status === 404 ? 'rejected' : 'retry-later'
  const code = status === 401 ? 'configuration' : `http-${status}`
  throw new VendorFailure('stripe', kind, code, `Stripe answered ${status}.`)
}

const anObject = z.object({ object: z.string() })
const anError = z.object({ error: z.object({}) })

type Answer = { status: number; text: string }

const ask = async (url: string, secretKey: string, timeoutMs: number): Promise<Answer> => {
  try {
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${secretKey}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: answer.status, text: await answer.text() }
  } catch (cause) {
    throw new VendorFailure('stripe', 'retry-later', 'unreachable', 'Stripe does not answer.', { cause })
  }
}
