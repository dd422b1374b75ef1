import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { STATUS_CODES } from 'node:http'
import { Refusal, VendorFailure } from '../errors.ts'
import { isDatabaseAway } from '../postgres/connections/database-away.ts'

type Answer = { status: number; code: string; detail: string; more?: Record<string, unknown> }

/** Turns whatever a route threw into `application/problem+json`; only bugs are reported, and none is shown. */
export const answerWithProblem = (
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  // Node's error of a caller who broke off has the code of a connection that a database lost.
  const answer = request.raw.errored === error ? { status: 400, ...malformed } : answerFor(error)
  if (answer.status === 500) request.log.error({ err: error }, 'a route failed')
  else if (answer.status === 503) request.log.warn({ err: error }, 'the database or a vendor was away')
  else if (error instanceof VendorFailure) request.log.warn({ err: error }, 'a vendor failed')
  return send(answer, request, reply)
}

export const answerUnknownPath = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  send({ status: 404, code: 'not-found', detail: 'There is nothing at this address.' }, request, reply)

const answerFor = (error: FastifyError | Error): Answer => {
  if (error instanceof Refusal) {
    return { status: error.status, code: error.code, detail: error.message, more: error.details }
  }
  if (error instanceof VendorFailure) return vendorAnswer(error)
  if (isDatabaseAway(error)) return databaseAway
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  return status >= 400 && status < 500
    ? { status, ...(byStatus[status] ?? malformed) }
    : { status: 500, ...ours }
}

const malformed = { code: 'malformed-request', detail: 'The request could not be read.' }

/** What the framework itself refuses, before a route sees it: another is of a file, as a range beyond its end. */
const byStatus: Record<number, { code: string; detail: string }> = {
  404: { code: 'not-found', detail: 'There is nothing at this address.' },
  408: { code: 'too-slow', detail: 'The request took too long to arrive.' },
  413: { code: 'too-large', detail: 'The request is too large.' },
  414: { code: 'too-long', detail: 'The address is too long.' },
  415: { code: 'unsupported-content', detail: 'Send JSON with content-type application/json.' },
}
const databaseAway: Answer = {
  status: 503,
  code: 'database-away',
  detail: 'We cannot reach our database at the moment. Please try again in a few seconds.',
  more: { retryAfterSeconds: 3 },
}
const ours = {
  code: 'internal-error',
  detail: 'Something went wrong on our side. Please try again in a moment.',
}

const vendorAnswer = ({ kind, retryAfterSeconds }: VendorFailure): Answer =>
  kind === 'retry-later'
    ? {
        status: 503,
        code: 'vendor-busy',
        detail: 'A service that we depend on is busy. Please try again in a moment.',
        more: { retryAfterSeconds: retryAfterSeconds ?? 5 },
      }
    : {
        status: 502,
        code: 'vendor-failed',
        detail: 'A service that we depend on did not answer as it should. Please try again.',
      }

const send = ({ status, code, detail, more }: Answer, request: FastifyRequest, reply: FastifyReply) => {
  const wait = more?.['retryAfterSeconds']
  if (typeof wait === 'number') void reply.header('retry-after', Math.ceil(wait))
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  return reply
    .code(status)
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({
      type: 'about:blank',
      title: STATUS_CODES[status] ?? 'Error',
      status,
      code,
      detail,
      requestId: request.id,
      ...more,
    })
}
