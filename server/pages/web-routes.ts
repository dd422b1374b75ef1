import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../platform/http/http.ts'
import type { Log } from '../platform/process/log.ts'
import { preparePage, readPage, sendPage, serveHashedFiles, type Page } from '../platform/http/static-site.ts'
import { readBeforePages } from './before-pages.ts'
import { siteTags } from './site-tags.ts'
import { preloadTags, readManifest, SCREEN_FRAMES, screenAt } from './web-preloads.ts'
import { registerWelcomeRoutes, type WelcomeFacts, type WelcomePlaces } from './welcome-routes.ts'

export type WebConfig = {
  /** Where the built screens lie. */
  folder: string
  marketingUrl: string
  mode: 'sandbox' | 'live'
  publicUrl: string
  /** Without one, its address leads to the sign-in as any other that is unknown. */
  hasConsole: boolean
  /** Whether reviews are read back: the screens then show them. */
  hasReviews?: boolean
  log: Log
} & WelcomeFacts &
  WelcomePlaces

/**
 * The one page, for routes that decide themselves whether to show a screen; with `isDrawn: false` without what the
 * build drew of it, where it will be another.
 */
export type SendScreen = (
  request: FastifyRequest,
  reply: FastifyReply,
  options?: { isDrawn?: boolean },
) => FastifyReply

export const WEB_FOLDER = join(import.meta.dirname, '../../dist/web')

// These belong to the API, the vendors and the customers' links: an unknown one is a plain 404, never a screen.
const NOT_SCREENS = /^\/(api|webhooks|assets|r|o|healthz|readyz|metrics|status)(\/|$)/
const OF_CONSOLE = /^\/operator(\/|$)/i
const FILES = {
  '/favicon.svg': 'image/svg+xml',
  '/plain.css': 'text/css; charset=utf-8',
  '/robots.txt': 'text/plain; charset=utf-8',
}
const HAS_SESSION = /\bgoodword-session=/
const CARRIES_A_TOKEN = /^\/(auth|xero|payment|payment-success)(\/|$)/
const NOT_KEPT = { 'cache-control': 'no-store' }

/** The screens: one page whose script finds the right screen, its files, and the page about the product. */
export const registerWebRoutes = (app: Http, config: WebConfig): SendScreen => {
  app.get('/', (_request, reply) => reply.redirect(config.marketingUrl, 302))
  if (!existsSync(join(config.folder, 'index.html'))) {
    config.log.warn('the screens are not built: run `npm run build`, then start again')
    return (_request, reply) => {
      reply.callNotFound()
      return reply
    }
  }
  const screens = prepareScreens(config)

  serveHashedFiles(app, config.folder, '/assets/')
  serveFiles(app, config.folder)
  registerWelcomeRoutes(app, config)
  const sendScreen: SendScreen = (request, reply, { isDrawn = true } = {}) => {
    const screen = screenAt(pathOf(request)) ?? ''
    reply.asPage('screen', screen === '/xero/callback' ? 'unsafe-none' : undefined)
    const hasSession = HAS_SESSION.test(request.headers.cookie ?? '')
    const page = screens(screen, { hasSession, isDrawn })
    return sendPage(request, reply, page, CARRIES_A_TOKEN.test(screen) ? NOT_KEPT : {})
  }
  app.get('/*', (request, reply) => {
    const path = pathOf(request)
    const read = decodeURIComponent(path)
    if (NOT_SCREENS.test(read)) return reply.callNotFound()
    if (OF_CONSOLE.test(read) && !config.hasConsole) return reply.redirect(`${config.publicUrl}/login`, 302)
    const code = codeSpeltOtherwise(path)
    return code ? reply.redirect(`${config.publicUrl}${code}`, 302) : sendScreen(request, reply)
  })
  return sendScreen
}

/** Ends where the router ends it: what follows was not read, and may be no address. */
const pathOf = ({ url }: FastifyRequest): string => url.split(/[?#]/, 1)[0]!

/** A printed code's own address, where the router finds its screen at another: only its own leads customers on. */
const codeSpeltOtherwise = (path: string): string | undefined => {
  const address = `/claim/${path.split('/')[2]}`
  return screenAt(path) === '/claim/:slug' && path !== address ? address : undefined
}

/** The one page, with what its script needs at once: the site's mode, the screen's chunks, and its first answers. */
const prepareScreens = ({
  folder,
  mode,
  currency,
  company,
  hasReviews,
}: WebConfig): ((screen: string, how: { hasSession: boolean; isDrawn: boolean }) => Page) => {
  const html = readPage(folder, 'index.html')
  const manifest = readManifest(folder)
  const putBefore = readBeforePages(folder, { mode, email: company.email })
  const site = siteTags({ mode, currency, email: company.email, hasReviews })
  const pages = new Map<string, Page>()
  return (screen, { hasSession, isDrawn }) => {
    const key = `${screen} ${hasSession} ${isDrawn}`
    const known = pages.get(key)
    if (known) return known
    const { first, later } = preloadTags(manifest, screen, { hasSession })
    const drawn = isDrawn ? putBefore(screen, html) : undefined
    const page = withTags(drawn ?? framed(html, SCREEN_FRAMES[screen]), site + first, later)
    const prepared = preparePage(drawn ? stylesFirst(page) : page)
    pages.set(key, prepared)
    return prepared
  }
}

const framed = (html: string, frame: string | undefined): string =>
  frame ? html.replace('<div id="root">', `<div id="root" data-frame="${frame}">`) : html

/** What is drawn already needs its styles before any script. */
const stylesFirst = (html: string): string =>
  html.replaceAll(/(<(script type="module"|link rel="modulepreload")[^>]*)>/g, '$1 fetchpriority="low">')

const withTags = (html: string, first: string, later: string): string =>
  html.replace('<!--site-->', () => first).replace('</head>', () => `${later}</head>`)

const serveFiles = (app: Http, folder: string): void => {
  for (const [path, type] of Object.entries(FILES)) {
    // Screens that were built before this file was part of them still start.
    if (!existsSync(join(folder, path))) continue
    const content = readPage(folder, path.slice(1))
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type(type).send(content),
    )
  }
}
