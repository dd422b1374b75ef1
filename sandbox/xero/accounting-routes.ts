import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AccessClaims } from './model/access-token.ts'
import { checkTenant, checkToken } from './api-access.ts'
import type { Organisation } from './model/books.ts'
import { findContacts } from './model/find-contacts.ts'
import { findInvoices, type InvoiceQuery } from './model/find-invoices.ts'
import { contactAnswer, invoiceAnswer, moment } from './model/invoice-answer.ts'
import type { LimitProblem } from './model/limits.ts'
import { organisationAnswer } from './model/organisation-answer.ts'
import { QueryParseError } from './model/where.ts'
import type { XeroWorld } from './world.ts'

type Read<Query = unknown> = (
  organisation: Organisation,
  request: { query: Query; params: { id?: string }; modifiedSince: string | undefined },
) => Record<string, unknown> | undefined

const LONGEST_URL = 2_091
const MOST_IDS = 53

/** `api.xero.com/api.xro/2.0`: invoices, contacts and the organisation, to read. */
export const xeroAccounting = (world: XeroWorld) => async (app: FastifyInstance) => {
  app.addHook('onResponse', async (request, reply) => recordCall(world, request, reply))

  const get = <Query>(path: string, scope: string, read: Read<Query>) =>
    app.get(path, async (request, reply) => {
      const answer = await answerCall(world, request, reply, scope, read as Read)
      return answer === undefined ? reply : send(request, reply, answer)
    })

  get<InvoiceQuery>('/Invoices', 'accounting.invoices', (organisation, { query, modifiedSince }) => {
    const { invoices, pagination, detail } = findInvoices(organisation, query, modifiedSince)
    return {
      ...(pagination ? { pagination } : {}),
      Invoices: invoices.map((invoice) => invoiceAnswer(organisation, invoice, detail)),
    }
  })
  get('/Invoices/:id', 'accounting.invoices', (organisation, { params: { id = '' } }) => {
    const invoice =
      organisation.invoices.get(id.toLowerCase()) ??
      [...organisation.invoices.values()].find(({ number }) => number === id)
    return invoice && { Invoices: [invoiceAnswer(organisation, invoice, 'single')] }
  })
  get<Record<string, string>>(
    '/Contacts',
    'accounting.contacts',
    (organisation, { query, modifiedSince }) => {
      const { contacts, pagination } = findContacts(organisation, query, modifiedSince)
      return {
        ...(pagination ? { pagination } : {}),
        Contacts: contacts.map((contact) => contactAnswer(contact, organisation)),
      }
    },
  )
  get('/Contacts/:id', 'accounting.contacts', (organisation, { params: { id = '' } }) => {
    const contact = organisation.contacts.get(id.toLowerCase())
    return contact && { Contacts: [contactAnswer(contact, organisation)] }
  })
  get('/Organisation', 'accounting.settings', (organisation) => ({
    Organisations: [organisationAnswer(organisation)],
  }))
}

const CALLS_KEPT = 20_000

const recordCall = (world: XeroWorld, request: FastifyRequest, reply: FastifyReply): void => {
  const { method, url } = request
  const path = url.slice(url.indexOf('/api.xro/2.0') + '/api.xro/2.0'.length)
  const tenantId = request.headers['xero-tenant-id'] as string | undefined
  world.calls.push({ at: world.now().toISOString(), tenantId, method, path, status: reply.statusCode })
  if (world.calls.length > CALLS_KEPT) world.calls.splice(0, CALLS_KEPT / 2)
  const shown = path.length > 90 ? `${path.slice(0, 90)}…` : path
  const went = reply.statusCode < 400 ? 'well' : 'badly'
  world.wire.note({ who: 'xero', what: `Asked for ${shown} → ${reply.statusCode}`, went })
}

/** One call in the order in which Xero judges it; undefined once a refusal was sent. */
const answerCall = async (
  world: XeroWorld,
  request: FastifyRequest,
  reply: FastifyReply,
  scope: string,
  read: Read,
): Promise<Record<string, unknown> | undefined> => {
  const slow = world.faults.strike('xeroSlow')
  const claims = checkToken(world, request, reply)
  if (!claims) return undefined
  const organisation = checkTenant(world, claims, request, reply)
  if (!organisation) return undefined
  if (!hasScope(claims, scope)) return problem(reply, 401, 'Unauthorized', 'AuthorizationUnsuccessful')

  const { tenantId } = organisation
  const limited = world.limiter.enter(tenantId)
  const broken = limited ?? faulty429(world)
  reply.headers(world.limiter.headers(tenantId))
  if (broken) {
    if (broken.retryAfter !== undefined) void reply.header('retry-after', broken.retryAfter)
    void reply.header('x-rate-limit-problem', broken.problem)
    if (!limited) world.limiter.leave(tenantId)
    return problem(reply, 429, 'Too Many Requests', 'Rate limit exceeded')
  }
  try {
    if (slow) await world.timers.pause(slow.ms)
    if (world.faults.strike('xero5xx')) {
      return problem(reply, 503, 'Service Unavailable', 'The Organisation is currently offline')
    }
    return readBooks(organisation, request, reply, read)
  } finally {
    world.limiter.leave(tenantId)
  }
}

const readBooks = (
  organisation: Organisation,
  request: FastifyRequest,
  reply: FastifyReply,
  read: Read,
): Record<string, unknown> | undefined => {
  const query = request.query as Record<string, string>
  if (isTooLong(request.url, query['IDs'])) return notFound(reply)
  try {
    const header = request.headers['if-modified-since']
    const params = request.params as { id?: string }
    return read(organisation, { query, params, modifiedSince: header }) ?? notFound(reply)
  } catch (cause) {
    if (!(cause instanceof QueryParseError)) throw cause
    void reply.code(400).send({ ErrorNumber: 16, Type: 'QueryParseException', Message: cause.message })
    return undefined
  }
}

/** Beyond about 53 GUIDs Xero answers 404, though nothing is missing (https://github.com/XeroAPI/Xero-OpenAPI/issues/534). */
const isTooLong = (url: string, ids: string | undefined): boolean =>
  url.slice(url.indexOf('/api.xro')).length + 'https://api.xero.com'.length > LONGEST_URL ||
  (ids?.split(',').length ?? 0) > MOST_IDS

const faulty429 = (world: XeroWorld): LimitProblem | undefined =>
  world.faults.strike('xero429') && { problem: 'minute', retryAfter: 2 }

const hasScope = ({ scopes }: AccessClaims, scope: string): boolean =>
  scopes.includes(scope) || scopes.includes(`${scope}.read`)

const notFound = (reply: FastifyReply): undefined => {
  void reply.code(404).type('text/plain').send("The resource you're looking for cannot be found")
  return undefined
}

const problem = (reply: FastifyReply, status: number, title: string, detail: string): undefined => {
  void reply.code(status).send({
    Type: null,
    Title: title,
    Status: status,
    Detail: detail,
    Instance: randomUUID(),
    Extensions: {},
  })
  return undefined
}

/** Who does not ask for JSON gets XML. */
const send = (request: FastifyRequest, reply: FastifyReply, answer: Record<string, unknown>) => {
  if (!String(request.headers.accept).includes('application/json')) {
    return reply
      .type('text/xml; charset=utf-8')
      .send(`<Response><Id>${randomUUID()}</Id><Status>OK</Status></Response>`)
  }
  return reply.send({
    Id: randomUUID(),
    Status: 'OK',
    ProviderName: 'Goodword',
    DateTimeUTC: moment(Date.now()),
    ...answer,
  })
}
