import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'

/** What an answer may do in a browser. Each kind adds to the one before it; what is no page may do nothing. */
const NONE = ["'none'"]
const SELF = ["'self'"]
const data = { defaultSrc: NONE, frameAncestors: NONE }
const own = { styleSrc: SELF, imgSrc: SELF, fontSrc: SELF }
// Without a script nothing connects but a tool that looks at the page: Lighthouse asks for robots.txt in its name.
const text = { ...data, ...own, baseUri: NONE, formAction: NONE, connectSrc: SELF }
const form = { ...text, formAction: SELF }
const screen = { scriptSrc: SELF, ...form, imgSrc: ["'self'", 'data:'] }
const PAGES = { text, form, screen }

export type PageKind = keyof typeof PAGES
/** `unsafe-none` is for a popup that posts to its opener after having been at another site. */
export type OpenerPolicy = 'same-origin-allow-popups' | 'unsafe-none'

declare module 'fastify' {
  interface FastifyReply {
    /** Lets the answer be a page that shows text, sends a form to us, or runs our own scripts. */
    asPage: (kind: PageKind, opener?: OpenerPolicy) => this
  }
}

/** The headers of every answer. A route's own header takes precedence; a page declares itself with `reply.asPage`. */
export const setSecurityHeaders = async (
  app: FastifyInstance,
  publicUrl: string,
  picturesFrom: readonly string[] = [],
): Promise<void> => {
  const isHttps = publicUrl.startsWith('https://')
  const pages = { ...PAGES, screen: { ...screen, imgSrc: [...screen.imgSrc, ...picturesFrom] } }
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: data },
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isHttps && { maxAge: TWO_YEARS_S, includeSubDomains: false },
    ...OF_NO_USE,
  })
  app.decorateReply('asPage', function (this: FastifyReply, kind, opener = 'same-origin-allow-popups') {
    const directives = { ...pages[kind], ...(isHttps && { upgradeInsecureRequests: [] }) }
    this.helmet({
      contentSecurityPolicy: { useDefaults: false, directives },
      crossOriginOpenerPolicy: { policy: opener },
    })
    return this.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()')
  })
  app.addHook('onSend', keepOutOfCaches)
}

const TWO_YEARS_S = 63_072_000

/** For obsolete browsers, for Flash, or covered by the policy already. */
const OF_NO_USE = {
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
}

const keepOutOfCaches = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (failed: null, payload: unknown) => void,
): void => {
  if (isOfApi(request) && !reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  done(null, payload)
}

/** By the route that was found: an address may spell the same path in many ways, and `%61pi` is one. */
export const isOfApi = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith('/api/') ?? false

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * State-changing calls to /api are accepted from our own pages only. Browsers send where a call comes from; a program
 * that is no browser sends nothing of that and has no cookies of an owner's, so it may pass.
 */
export const refuseCrossOrigin =
  (origin: string) =>
  (request: FastifyRequest, _reply: FastifyReply, done: (refused?: Error) => void): void => {
    if (SAFE.has(request.method) || !isOfApi(request)) return done()
    const site = request.headers['sec-fetch-site']
    const from = request.headers.origin
    const isOurs = site === undefined ? from === undefined || from === origin : site === 'same-origin'
    if (isOurs) return done()
    done(new Refusal('cross-origin', 403, 'This can only be done from our own pages.'))
  }
