import { z } from 'zod'
import { asJson } from '../../platform/as-json.ts'
import { VendorFailure, type VendorFailureKind } from '../../platform/errors.ts'
import { retryAfterSeconds } from '../../platform/http/retry-after.ts'

export type ProfileHosts = Record<
  'login' | 'tokens' | 'accounts' | 'information' | 'reviews' | 'notifications' | 'keys',
  string
>

/** Each API has a host of its own; below one address in place of all of them they are paths. */
export const profileHosts = (url: string | undefined): ProfileHosts =>
  url
    ? {
        login: `${url}/login`,
        tokens: `${url}/oauth`,
        accounts: `${url}/accounts-api`,
        information: `${url}/information-api`,
        reviews: `${url}/reviews-api`,
        notifications: `${url}/notifications-api`,
        keys: `${url}/keys`,
      }
    : {
        login: 'https://accounts.google.com/o/oauth2/v2',
        tokens: 'https://oauth2.googleapis.com',
        accounts: 'https://mybusinessaccountmanagement.googleapis.com',
        information: 'https://mybusinessbusinessinformation.googleapis.com',
        reviews: 'https://mybusiness.googleapis.com',
        notifications: 'https://mybusinessnotifications.googleapis.com',
        keys: 'https://www.googleapis.com/oauth2/v3',
      }

export type ProfileQuestion = {
  url: string
  query?: Record<string, string | undefined>
  accessToken?: string
  /** The one thing that is ever written at Google: which topic it notifies. */
  patch?: object
  form?: Record<string, string>
}

/** One call, its answer parsed. Whatever goes wrong is a VendorFailure, read from the status and Google's reason. */
export const askProfile = async <Answer extends z.ZodType>(
  answer: Answer,
  { url, query = {}, accessToken, patch, form }: ProfileQuestion,
  timeoutMs: number,
): Promise<z.infer<Answer>> => {
  const address = new URL(url)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, value)
  let response: Response
  let text: string
  try {
    response = await fetch(address, {
      method: form ? 'POST' : patch ? 'PATCH' : 'GET',
      headers: {
        accept: 'application/json',
        ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
        ...(patch ? { 'content-type': 'application/json' } : {}),
      },
      ...(form ? { body: new URLSearchParams(form) } : patch ? { body: JSON.stringify(patch) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await response.text()
  } catch (cause) {
    throw failure('retry-later', 'unreachable', 'Google did not answer', { cause })
  }
  if (!response.ok) throw refusal(response, text)
  const parsed = answer.safeParse(asJson(text))
  if (!parsed.success)
    throw failure('retry-later', 'unexpected-answer', 'Google gave an answer that we do not understand', {
      cause: parsed.error,
    })
  return parsed.data
}

// Of the token endpoint `error` is a word, of an API an object: https://cloud.google.com/apis/design/errors
const errorAnswer = z.object({
  error: z.union([
    z.string().transform((word) => ({ word, details: [] })),
    z.object({
      details: z
        .array(
          z.looseObject({
            reason: z.string().optional(),
            metadata: z.record(z.string(), z.unknown()).optional(),
          }),
        )
        .default([])
        .catch([]),
    }),
  ]),
})

const refusal = ({ status, headers }: Response, text: string): VendorFailure => {
  const error = errorAnswer.safeParse(asJson(text)).data?.error
  const word = error && 'word' in error ? String(error.word) : undefined
  const details = error?.details ?? []
  const says = `Google answered ${status}`
  if (word === 'invalid_grant') return failure('reconnect', 'invalid_grant', 'The consent is over')
  if (status === 429) {
    // https://developers.google.com/my-business/content/limits: the quota is 0 until Google approves the project.
    const isClosed = details.some(({ metadata }) => String(metadata?.['quota_limit_value']) === '0')
    if (isClosed) return failure('rejected', 'not-approved', 'Google has not approved our project yet')
    return failure('retry-later', 'rate-limited', says, {
      retryAfterSeconds: retryAfterSeconds(headers.get('retry-after')) ?? 60,
    })
  }
  if (status >= 500) return failure('retry-later', 'unreachable', says)
  if (status === 401 && !word) return failure('retry-later', 'token-expired', says)
  if (details.some(({ reason }) => reason === 'SERVICE_DISABLED'))
    return failure('rejected', 'not-enabled', 'The API is not switched on in our project')
  if (status === 403) return failure('rejected', 'forbidden', says)
  if (status === 404) return failure('rejected', 'not-found', says)
  return failure('rejected', word && /^[a-z_]{1,40}$/.test(word) ? word : `http-${status}`, says)
}

const failure = (
  kind: VendorFailureKind,
  code: string,
  message: string,
  options: { cause?: unknown; retryAfterSeconds?: number } = {},
): VendorFailure => new VendorFailure('business-profile', kind, code, message, options)
