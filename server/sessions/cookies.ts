import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newSecret } from '../platform/seal.ts'

const SECRET = /^[A-Za-z0-9_-]{43}$/
const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400

export type Cookie = {
  name: string
  read: (request: FastifyRequest) => string | undefined
  set: (reply: FastifyReply, value: string) => void
  clear: (reply: FastifyReply) => void
}

export type Cookies = {
  /** The session. Strict: it is never sent with a link or form of another site. */
  session: Cookie
  /**
   * Identifies the browser before a person has signed in. Lax, because it must come back with a redirect from Google
   * or Xero.
   */
  browser: Cookie & { ensure: (request: FastifyRequest, reply: FastifyReply) => string }
  /** A session that is over: it opens nothing, and names its person to the issuer at a silent sign-in. Strict. */
  earlier: Cookie
  /** An operator looks at this owner's screens. Strict. */
  support: Cookie
  /** Which browser left for the payment page. Strict: our own page asks with it, once it is back. */
  checkout: Cookie
  /** Who is about to claim a printed code or claimed it, until an account of this browser owns it. */
  claimer: Cookie
}

/** Cookies of one place. */
export const cookiesAt =
  (publicUrl: string, path = '/') =>
  (name: string, sameSite: 'strict' | 'lax', maxAge: number): Cookie => {
    const isHttps = publicUrl.startsWith('https://')
    // A browser accepts a __Host- cookie from this very host over TLS only: no sibling domain can set one. A cookie
    // that goes to a part of the site only cannot be one.
    const prefix = path === '/' ? '__Host-' : '__Secure-'
    const fullName = `${isHttps ? prefix : ''}goodword-${name}`
    const options: CookieSerializeOptions = { path, httpOnly: true, secure: isHttps, sameSite }
    return {
      name: fullName,
      read: (request) => {
        const value = request.cookies[fullName]
        return value && SECRET.test(value) ? value : undefined
      },
      set: (reply, value) => void reply.setCookie(fullName, value, { ...options, maxAge }),
      clear: (reply) => void reply.clearCookie(fullName, options),
    }
  }

export const createCookies = (publicUrl: string): Cookies => {
  const cookie = cookiesAt(publicUrl)
  const browser = cookie('browser', 'lax', HOUR_SECONDS)
  return {
    session: cookie('session', 'strict', 90 * DAY_SECONDS),
    earlier: cookie('earlier', 'strict', 10 * MINUTE_SECONDS),
    support: cookie('support', 'strict', HOUR_SECONDS),
    checkout: cookie('checkout', 'strict', HOUR_SECONDS),
    claimer: cookie('claimer', 'strict', 7 * DAY_SECONDS),
    browser: {
      ...browser,
      ensure: (request, reply) => {
        const value = browser.read(request) ?? newSecret()
        browser.set(reply, value)
        return value
      },
    },
  }
}
