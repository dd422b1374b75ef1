import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { preparePage, readPage, sendPage, serveHashedFiles, type Page } from './platform/static-site.ts'
import { webPageHeaders } from './web-page-headers.ts'
import { preloadTags, readManifest } from './web-preloads.ts'

export type WebConfig = {
  /** Where the built screens lie: dist/web. */
  folder: string
  marketingUrl: string
  mode: 'sandbox' | 'live'
  currency: string
  publicUrl: string
}

// These belong to the API, the vendors and the customers' links: an unknown one is a plain 404, never a screen.
const NOT_SCREENS = /^\/(api|webhooks|assets|r|o|healthz|readyz|metrics)(\/|$)/
const FILES: Record<string, string> = {
  '/favicon.svg': 'image/svg+xml',
  '/robots.txt': 'text/plain; charset=utf-8',
}

/** The screens: one page whose script finds the right screen, its files, and the page that tells about the product. */
export const webRoutes =
  (config: WebConfig): FastifyPluginAsync =>
  async (app) => {
    const isHttps = config.publicUrl.startsWith('https:')
    const screens = prepareScreens(config)
    const welcome = preparePage(readPage(config.folder, 'welcome/index.html'))

    serveHashedFiles(app, config.folder, '/assets/')
    serveFiles(app, config.folder)
    app.get('/', (_request, reply) => reply.redirect(config.marketingUrl, 302))
    app.get('/welcome', (_request, reply) => reply.redirect('/welcome/', 302))
    app.get('/welcome/', (request, reply) =>
      sendPage(request, reply, welcome, webPageHeaders('/welcome/', { isHttps })),
    )
    app.get('/*', (request, reply) => {
      const path = new URL(request.url, 'http://localhost').pathname
      if (NOT_SCREENS.test(path)) return reply.callNotFound()
      return sendPage(request, reply, screens(path), webPageHeaders(path, { isHttps }))
    })
  }

/** The one page, with what its script needs at once: the site's mode, and the chunk of the screen asked for. */
const prepareScreens = ({ folder, mode, currency }: WebConfig): ((path: string) => Page) => {
  const html = readPage(folder, 'index.html')
  const manifest = readManifest(folder)
  const site = `<meta name="goodword-mode" content="${mode}"><meta name="goodword-currency" content="${currency}">`
  const pages = new Map<string, Page>()
  return (path) => {
    const tags = preloadTags(manifest, path)
    const known = pages.get(tags) ?? preparePage(html.replace('<!--site-->', () => site + tags))
    pages.set(tags, known)
    return known
  }
}

const serveFiles = (app: FastifyInstance, folder: string): void => {
  for (const [path, type] of Object.entries(FILES)) {
    const content = readPage(folder, path.slice(1))
    app.get(path, (_request, reply) =>
      reply
        .headers({ 'cache-control': 'public, max-age=86400', 'x-content-type-options': 'nosniff' })
        .type(type)
        .send(content),
    )
  }
}
