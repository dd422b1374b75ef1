import cookie from '@fastify/cookie'
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawServerDefault,
} from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerWithProblem, answerUnknownPath } from './http-problems.ts'
import { logAtFirstLine } from './request-log.ts'
import { keepableCompiler, mendPath } from './keepable.ts'
import { refuseCrossOrigin, setSecurityHeaders } from './http-security.ts'
import type { Log } from '../process/log.ts'
import { createReadiness, type Readiness } from '../process/readiness.ts'
import { DatabaseAway } from '../postgres/connections/database-away.ts'

export type Http = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

export type HttpOptions = {
  log: Log
  publicUrl: string
  /** Whose word about the caller's address counts: addresses, networks, or names such as loopback. */
  trustedProxies?: string[]
  readiness?: Readiness
  /** Other sites whose pictures our screens may show. */
  picturesFrom?: readonly string[]
}

const BODY_LIMIT_BYTES = 64 * 1024
const REQUEST_TIMEOUT_MS = 30_000
/** So long has what was sent by half to come whole once the server closes. */
const HALF_SENT_MS = 5_000

/** A server with everything that each route needs and none of the routes. Add them, then `listen` or `inject`. */
export const createHttp = async (options: HttpOptions): Promise<Http> => {
  const { log, publicUrl, trustedProxies = [], readiness = createReadiness(), picturesFrom } = options
  const app: Http = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: trustedProxies,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    childLoggerFactory: logAtFirstLine,
    forceCloseConnections: 'idle',
    // What comes while it closes is answered: what it is answered with is still there.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) =>
      void (isOpenedByPerson(error, request)
        ? reply.redirect(`${publicUrl}${readLetterByLetter(request.url)}`, 302)
        : answerWithProblem(error, request as FastifyRequest, reply as FastifyReply)),
  }).withTypeProvider<ZodTypeProvider>()

  allowEmptyJson(app)
  app.setValidatorCompiler(keepableCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerWithProblem)
  app.setNotFoundHandler(answerUnknownPath)
  // Before what may refuse, so that a refusal has them too.
  await setSecurityHeaders(app, publicUrl, picturesFrom)
  app.addHook('onRequest', refuseCrossOrigin(new URL(publicUrl).origin))
  app.addHook('onRequest', heedReadiness(readiness))
  app.addHook('preValidation', mendPath)
  app.addHook('onResponse', logAnswer(log))
  endConnections(app)

  await app.register(cookie)
  return app
}

/** An address with a percent sign that stands for no character, in a browser: a person should see a page. */
const isOpenedByPerson = ({ code }: { code?: string }, { method, headers }: FastifyRequest): boolean =>
  code === 'FST_ERR_BAD_URL' && method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '')

/** Each percent sign of the path stands for itself then, so that what is redirected to can be read. */
const readLetterByLetter = (url: string): string =>
  url.replace(/^[^?#]*/, (path) => path.replaceAll('%', '%25'))

/** For the operator's monitoring, which is answered whatever holds. */
const MONITORING = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * A process that is about to stop asks each caller to connect anew; one that must not work with the database as it is
 * answers no door.
 */
const heedReadiness = (readiness: Readiness) => async (request: FastifyRequest, reply: FastifyReply) => {
  if (readiness.isStopping) void reply.header('connection', 'close')
  if (readiness.refusal && !MONITORING.has(request.url.split('?', 1)[0]!))
    throw new DatabaseAway(readiness.refusal)
}

/**
 * Once the server closes, a connection ends with the answer that was under way on it: it is idle only then, and Node
 * does not end it. One on which half a request has come gets five seconds: whoever is behind it may be gone, and would
 * keep the process until it is ended by force.
 */
const endConnections = (app: Http): void => {
  let underWay = 0
  let isClosing = false
  let isLate = false
  const endWhole = (): void => {
    if (isClosing) app.server.closeIdleConnections()
    if (isLate && underWay === 0) app.server.closeAllConnections()
  }
  // A body has come whole then.
  app.addHook('preValidation', (_request, reply, done) => {
    underWay += 1
    reply.raw.once('close', () => {
      underWay -= 1
      if (isClosing) setImmediate(endWhole)
    })
    done()
  })
  app.addHook('preClose', (done) => {
    isClosing = true
    const late = setTimeout(() => {
      isLate = true
      endWhole()
    }, HALF_SENT_MS)
    app.server.once('close', () => clearTimeout(late))
    done()
  })
}

/** Many clients declare JSON and then send no body: accepted for a call without a body. */
const allowEmptyJson = (app: Http): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body as string, done),
  )
}

/** Routes inside get their body as the bytes that came (`request.body` is a Buffer), whatever its content type is. */
export const withRawBodies = (app: Http, limitBytes: number, addRoutes: (scope: Http) => void): void => {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const take = (_request: FastifyRequest, body: Buffer, done: (failed: null, body: Buffer) => void) =>
      done(null, body)
    // Those that vendors send by name: Fastify reads the name of any other one anew for each request.
    for (const type of ['application/json', 'application/x-www-form-urlencoded', '*']) {
      scope.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: limitBytes }, take)
    }
    addRoutes(scope as unknown as Http)
  })
}

/** One line an answer: its route and not its address, so that no token, code or search reaches a log. */
const logAnswer = (log: Log) => (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
  const level = reply.statusCode >= 400 ? 'info' : 'debug'
  if (log.isLevelEnabled(level))
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url ?? '(none)',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  done()
}
