import { z } from 'zod'
import { asJson } from '../../platform/as-json.ts'
import { VendorFailure } from '../../platform/errors.ts'
import { retryAfterSeconds } from '../../platform/http/retry-after.ts'

export type PlacesConfig = { apiKey: string; url: string; timeoutMs?: number }

type Question = { path: string; fields: string; query?: Record<string, string>; body?: object }

/** One call, its answer parsed; whatever goes wrong is a VendorFailure, read from the status and Google's reason. */
export const askPlaces = async <Answer extends z.ZodType>(
  { apiKey, url, timeoutMs = 8_000 }: PlacesConfig,
  answer: Answer,
  { path, fields, query = {}, body }: Question,
): Promise<z.infer<Answer>> => {
  const address = new URL(`${url}${path}`)
  address.search = new URLSearchParams(query).toString()
  let response: Response
  let text: string
  try {
    response = await fetch(address, {
      method: body ? 'POST' : 'GET',
      headers: {
        'x-goog-api-key': apiKey,
        'x-goog-fieldmask': fields,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await response.text()
  } catch (cause) {
    throw failure('retry-later', 'unreachable', { cause })
  }
  if (!response.ok) throw refusal(response, text)

  const parsed = answer.safeParse(asJson(text))
  if (!parsed.success) throw failure('retry-later', 'unexpected-answer', { cause: parsed.error })
  return parsed.data
}

// https://cloud.google.com/apis/design/errors: the reason in ErrorInfo is stable, the message is not.
const errorAnswer = z.object({
  error: z.object({
    details: z.array(z.looseObject({ reason: z.string().optional() })).default([]),
  }),
})

const refusal = ({ status, headers }: Response, text: string): VendorFailure => {
  const parsed = errorAnswer.safeParse(asJson(text))
  const reason = parsed.data?.error.details.find((detail) => detail.reason)?.reason ?? ''
  const cause = new Error(`Places answered ${status} ${reason}`.trim())
  if (status === 429)
    return failure('retry-later', 'rate-limited', {
      cause,
      retryAfterSeconds: retryAfterSeconds(headers.get('retry-after')) ?? 60,
    })
  if (status >= 500) return failure('retry-later', 'unreachable', { cause })
  if (status === 401 || status === 403 || reason.startsWith('API_KEY_'))
    return failure('rejected', 'configuration', { cause })
  return failure('rejected', status === 404 ? 'not-found' : 'invalid-request', { cause })
}

const WORDS = {
  unreachable: 'Google does not answer just now. Please try again in a moment.',
  'unexpected-answer': 'Google gave an answer that we do not understand. Please try again in a moment.',
  'rate-limited': 'Many people are searching just now. Please try again in a minute.',
  configuration: 'Business search is not available just now. We have to put this right on our side.',
  'not-found': 'Google does not know this business any more. Please search for it again.',
  'invalid-request': 'Google could not look this business up. Please search for it again.',
}

const failure = (
  kind: 'retry-later' | 'rejected',
  code: keyof typeof WORDS,
  options: { cause: unknown; retryAfterSeconds?: number },
): VendorFailure => new VendorFailure('google-places', kind, code, WORDS[code], options)
