import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'

export type PagePolicy = {
  /** Hashes of inline scripts that pages may run: `'sha256-…'`. */
  scriptHashes?: string[]
  /** Origins that forms and redirects of forms may reach, besides our own. */
  formTargets?: string[]
  /** Popups that speak to the window which opened them after having been at another site. */
  openerPaths?: string[]
}

/** The headers of every answer: strict for pages, stricter for everything else. A route's own header wins. */
export const securityHeaders = (publicUrl: string, page: PagePolicy = {}) => {
  const isHttps = publicUrl.startsWith('https://')
  const everywhere: [string, string][] = [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'no-referrer'],
    ['cross-origin-resource-policy', 'same-origin'],
    ...(isHttps ? [['strict-transport-security', 'max-age=63072000'] as [string, string]] : []),
  ]
  const pageSecurity = pagePolicy(page, isHttps)
  const openerPaths = new Set(page.openerPaths)

  return (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    done: (failed: null, payload: unknown) => void,
  ): void => {
    for (const [name, value] of everywhere) setDefault(reply, name, value)
    if (String(reply.getHeader('content-type')).startsWith('text/html')) {
      const path = request.url.split('?', 1)[0]!
      setDefault(reply, 'content-security-policy', pageSecurity)
      setDefault(reply, 'permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()')
      setDefault(
        reply,
        'cross-origin-opener-policy',
        openerPaths.has(path) ? 'unsafe-none' : 'same-origin-allow-popups',
      )
    } else {
      setDefault(reply, 'content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      if (request.url.startsWith('/api/')) setDefault(reply, 'cache-control', 'no-store')
    }
    done(null, payload)
  }
}

const setDefault = (reply: FastifyReply, name: string, value: string): void => {
  if (!reply.hasHeader(name)) void reply.header(name, value)
}

const pagePolicy = ({ scriptHashes = [], formTargets = [] }: PagePolicy, isHttps: boolean): string =>
  [
    "default-src 'self'",
    ['script-src', "'self'", ...scriptHashes].join(' '),
    // Component libraries position popovers with style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    ['form-action', "'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * State-changing calls to /api come from our own pages or not at all. Browsers say where a call comes from; a program
 * that is no browser says nothing and carries nobody's cookies, so it may pass.
 */
export const refuseCrossOrigin =
  (origin: string) =>
  (request: FastifyRequest, _reply: FastifyReply, done: (refused?: Error) => void): void => {
    if (SAFE.has(request.method) || !request.url.startsWith('/api/')) return done()
    const site = request.headers['sec-fetch-site']
    const from = request.headers.origin
    const isOurs = site === undefined ? from === undefined || from === origin : site === 'same-origin'
    if (isOurs) return done()
    done(new Refusal('cross-origin', 403, 'This can only be done from our own pages.'))
  }
