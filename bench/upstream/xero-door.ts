import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Faults } from './faults.ts'
import type { PaidInvoices } from './paid-invoices.ts'
import { contactDocument, invoiceDocument, organisationDocument } from './xero-documents.ts'
import type { Limits } from './xero-limits.ts'

const API = '/api.xro/2.0/'
const MOST_IDS = 52

type Parts = { limits: Limits; invoices: PaidInvoices; faults: Faults }
type Answer = { status: number; body: string }

export const openXeroDoor = ({ limits, invoices, faults }: Parts) => {
  const accounting = (request: IncomingMessage, response: ServerResponse): void => {
    const tenantId = String(request.headers['xero-tenant-id'] ?? '')
    if (!request.headers.authorization?.startsWith('Bearer ') || tenantId === '') {
      send(response, 401, '{"Title":"Unauthorized","Status":401,"Detail":"AuthenticationUnsuccessful"}')
      return
    }
    const now = Date.now()
    const verdict = limits.enter(tenantId, now)
    if (verdict.problem) {
      const { problem, retryAfter, headers } = verdict
      send(response, 429, '', { ...headers, 'Retry-After': retryAfter, 'X-Rate-Limit-Problem': problem })
      return
    }
    const finish = () => {
      limits.leave(tenantId)
      const { status, body } = read(new URL(request.url!, 'http://xero'), request, tenantId, now)
      send(response, status, body, verdict.headers)
    }
    const { xeroMs } = faults.settings()
    if (xeroMs > 0) setTimeout(finish, xeroMs)
    else finish()
  }

  const read = (url: URL, request: IncomingMessage, tenantId: string, now: number): Answer => {
    const [noun, id] = url.pathname.slice(API.length).split('/')
    const ids = url.searchParams.get('IDs')?.split(',')
    if (ids && ids.length > MOST_IDS)
      return { status: 404, body: '{"Title":"Resource not found","Status":404}' }
    if (noun === 'Organisation' || noun === 'Organisations')
      return { status: 200, body: organisationDocument(tenantId) }
    if (noun === 'Contacts') return contacts(id ? [id] : (ids ?? []), now)
    if (noun !== 'Invoices') return { status: 404, body: '{"Title":"Resource not found","Status":404}' }
    if (id) return { status: 200, body: list('Invoices', [invoice(id, now, true)]) }
    if (ids)
      return {
        status: 200,
        body: list(
          'Invoices',
          ids.map((each) => invoice(each, now, false)),
        ),
      }
    return sweep(
      url.searchParams,
      Date.parse(String(request.headers['if-modified-since'])) || 0,
      tenantId,
      now,
    )
  }

  const invoice = (id: string, now: number, whole: boolean, updatedAt = now): string =>
    invoiceDocument(id, { now, updatedAt, spoken: invoices.spokenOf(id), whole })

  const contacts = (ids: string[], now: number): Answer => ({
    status: 200,
    body: list(
      'Contacts',
      ids.map((id) => contactDocument(id, now)),
    ),
  })

  const sweep = (query: URLSearchParams, since: number, tenantId: string, now: number): Answer => {
    const size = Number(query.get('pageSize') ?? 100)
    const page = Number(query.get('page') ?? 1)
    const all = invoices.paidSince(tenantId, since)
    const shown = all.slice((page - 1) * size, page * size)
    const body = list(
      'Invoices',
      shown.map(({ id, updatedAt }) => invoice(id, now, false, updatedAt)),
    )
    const pagination = `"pagination":{"page":${page},"pageSize":${size},"pageCount":${Math.ceil(all.length / size)},"itemCount":${all.length}}`
    return { status: 200, body: `{${pagination},${body.slice(1)}` }
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url!
    if (path.startsWith(API)) accounting(request, response)
    else if (path.startsWith('/connect/token')) send(response, 200, tokenSet())
    else if (path.startsWith('/connections')) send(response, 200, '[]')
    else if (path.startsWith('/connect/revocation')) send(response, 200, '')
    else send(response, 404, '{}')
  }
}

const list = (name: string, documents: string[]): string =>
  `{"Id":"00000000-0000-4000-8000-000000000000","Status":"OK","ProviderName":"Bench","${name}":[${documents.join(',')}]}`

const tokenSet = (): string => {
  const claims = { authentication_event_id: crypto.randomUUID(), exp: Math.floor(Date.now() / 1000) + 1800 }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const accessToken = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}.c2lnbmF0dXJl`
  return JSON.stringify({
    access_token: accessToken,
    refresh_token: crypto.randomUUID(),
    expires_in: 1800,
    token_type: 'Bearer',
    scope: 'offline_access accounting.invoices.read accounting.contacts.read accounting.settings.read',
  })
}

const send = (
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string | number> = {},
): void => {
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}
