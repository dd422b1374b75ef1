import { randomUUID } from 'node:crypto'
import type { AccessClaims } from './access-token.ts'
import { notFound, orRefused, problem, refused, type Answer, type Call } from './answer.ts'
import { readClaims, readOrganisation, type XeroServer } from './callers.ts'
import type { LimitProblem } from './limits.ts'
import { readResource, scopeOf } from './resources.ts'
import { moment } from './wire-dates.ts'
import { QueryParseError } from './where.ts'

const HOST = 'https://api.xero.com'
const LONGEST_URL = 2_091
const MOST_IDS = 53

/** One call of `api.xero.com/api.xro/2.0`, judged in the order in which Xero judges it. */
export const answerAccounting = (xero: XeroServer, call: Call): Promise<Answer> =>
  orRefused(() => judge(xero, call))

const judge = async (xero: XeroServer, call: Call): Promise<Answer> => {
  const slow = xero.strike('xeroSlow')
  const claims = readClaims(xero, call)
  const organisation = readOrganisation(xero, call, claims)
  const url = new URL(call.url, HOST)
  const scope = scopeOf(url.pathname)
  if (scope === undefined) return notFound()
  if (!hasScope(claims, scope)) throw refused(401, 'Unauthorized', 'AuthorizationUnsuccessful')

  const { limiter } = xero
  const limited = limiter.enter(organisation.tenantId)
  if (limited) return tooMany(limited, limiter.headers(organisation.tenantId))
  try {
    const headers = limiter.headers(organisation.tenantId)
    if (xero.strike('xero429')) return tooMany({ problem: 'minute', retryAfter: 2 }, headers)
    if (slow) await xero.pause(slow.ms)
    if (xero.strike('xero5xx'))
      return {
        ...problem(503, 'Service Unavailable', 'The Organisation is currently offline'),
        headers,
      }
    const answer = isTooLong(call, url) ? notFound() : read(organisation, call, url)
    return { ...answer, headers: { ...headers, ...answer.headers } }
  } finally {
    limiter.leave(organisation.tenantId)
  }
}

const hasScope = ({ scopes }: AccessClaims, scope: string): boolean =>
  scopes.includes(scope) || scopes.includes(`${scope}.read`)

const tooMany = ({ problem: limit, retryAfter }: LimitProblem, headers: Record<string, string>): Answer => ({
  ...problem(429, 'Too Many Requests', 'Rate limit exceeded'),
  headers: {
    ...headers,
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    'x-rate-limit-problem': limit,
  },
})

/**
 * Beyond about 53 GUIDs Xero answers 404, though nothing is missing
 * (https://github.com/XeroAPI/Xero-OpenAPI/issues/534).
 */
const isTooLong = (call: Call, { searchParams }: URL): boolean =>
  call.url.length + HOST.length > LONGEST_URL || (searchParams.get('IDs')?.split(',').length ?? 0) > MOST_IDS

const read = (organisation: Parameters<typeof readResource>[0], { headers }: Call, url: URL): Answer => {
  try {
    const found = readResource(organisation, url, headers['if-modified-since'])
    if (!found) return notFound()
    return String(headers.accept).includes('application/json') ? { status: 200, body: envelope(found) } : XML
  } catch (cause) {
    if (!(cause instanceof QueryParseError)) throw cause
    return { status: 400, body: { ErrorNumber: 16, Type: 'QueryParseException', Message: cause.message } }
  }
}

/** What surrounds every list of the accounting API. */
export const envelope = <List extends object>(list: List) => ({
  Id: randomUUID(),
  Status: 'OK',
  ProviderName: 'Goodword',
  DateTimeUTC: moment(Date.now()),
  ...list,
})

/** A caller that does not ask for JSON gets XML. */
const XML: Answer = {
  status: 200,
  headers: { 'content-type': 'text/xml; charset=utf-8' },
  body: '<Response><Status>OK</Status></Response>',
}
