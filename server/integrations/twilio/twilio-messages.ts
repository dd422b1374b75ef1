import { createRequire } from 'node:module'
import type { Client } from 'twilio/lib/base/BaseTwilio.js'
import type DomainModule from 'twilio/lib/base/Domain.js'
import type VersionModule from 'twilio/lib/base/Version.js'
import { MessageListInstance } from 'twilio/lib/rest/api/v2010/account/message.js'
import type { HttpAnswer, HttpClient } from '../../platform/http/http-client.ts'
import { TwilioRefusal } from './twilio-errors.ts'

/** `import` of their default exports means one thing to Node and another to the test runner; `require` does not. */
const require = createRequire(import.meta.url)
const Domain = (require('twilio/lib/base/Domain.js') as typeof DomainModule).default
const Version = (require('twilio/lib/base/Version.js') as typeof VersionModule).default

/**
 * The official SDK's Messages resource on our own connections. Only these parts of it are loaded: `import 'twilio'`
 * brings axios and every product, which costs each process 30 MB and each start 200 ms.
 */
export const openTwilioMessages = (
  http: HttpClient,
  account: { accountSid: string; authToken: string; apiUrl: string },
): MessageListInstance => {
  const client = { request: createRequest(http, account) } as unknown as Client
  const domain = new Domain(client, account.apiUrl)
  const version = new Version(domain, '2010-04-01') as Parameters<typeof MessageListInstance>[0]
  return MessageListInstance(version, account.accountSid)
}

type SdkRequest = {
  method: 'get' | 'post'
  uri: string
  params?: Record<string, string>
  data?: Record<string, string>
}

const createRequest = (
  http: HttpClient,
  { accountSid, authToken, apiUrl }: { accountSid: string; authToken: string; apiUrl: string },
) => {
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const reading = { authorization, accept: 'application/json' }
  const writing = { ...reading, 'content-type': 'application/x-www-form-urlencoded' }

  return async ({ method, uri, params, data }: SdkRequest) => {
    const path = uri.slice(apiUrl.length)
    const answer = await http.call(
      method === 'post'
        ? { method: 'POST', path, headers: writing, body: new URLSearchParams(data).toString() }
        : { method: 'GET', path: withQuery(path, params), headers: reading },
    )
    if (answer.status < 200 || answer.status > 299) throw refusalOf(answer)
    return { statusCode: answer.status, body: answer.text, headers: answer.headers }
  }
}

const withQuery = (path: string, params: Record<string, string> | undefined): string => {
  const query = new URLSearchParams(params).toString()
  return query ? `${path}?${query}` : path
}

/** Before the SDK turns it into an exception of its own, which forgets Retry-After. */
const refusalOf = ({ status, headers, text }: HttpAnswer): TwilioRefusal => {
  const retryAfter = headers['retry-after'] ?? ''
  return new TwilioRefusal(
    status,
    codeIn(text),
    /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined,
  )
}

const codeIn = (text: string): number | undefined => {
  try {
    const { code } = JSON.parse(text) as { code?: unknown }
    return typeof code === 'number' ? code : undefined
  } catch {
    return undefined
  }
}
