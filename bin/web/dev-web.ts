import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { createServer, type Plugin, type ProxyOptions } from 'vite'
import { siteTags } from '../../server/pages/site-tags.ts'
import { fillWelcomePage } from '../../server/pages/welcome-facts.ts'
import { readEnv } from '../../server/platform/process/env.ts'
import { createLog } from '../../server/platform/process/log.ts'
import { closeOnExit, sayReady } from '../../server/platform/process/process-life.ts'

/** Vite at the address of the product. It serves the screens as they are in web/, and hands on what is the api's. */
const env = readEnv()
const api = `http://127.0.0.1:${env.PORT + 1}`

/** What the server puts into the pages when it serves the built ones. */
const fillPages: Plugin = {
  name: 'goodword-fill-pages',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { path }) => (path.startsWith('/welcome/') ? fillWelcome(html) : fillScreen(html)),
  },
}

const fillWelcome = (html: string): string =>
  fillWelcomePage(html, {
    currency: env.CURRENCY,
    prices: env.SMS_PRICES,
    keep: env,
    company: { name: env.COMPANY_NAME, address: env.COMPANY_ADDRESS, email: env.COMPANY_EMAIL },
  })

const fillScreen = (html: string): string =>
  html.replace(
    '<!--site-->',
    siteTags({
      mode: env.GOODWORD_MODE,
      currency: env.CURRENCY,
      email: env.COMPANY_EMAIL,
      hasReviews: env.REVIEWS,
    }),
  )

const toApi: ProxyOptions = { target: api, xfwd: true }

/** A claimed code leads away at once; for any other, the api sends the screen, which here is Vite's. */
const toApiUnlessScreen: ProxyOptions = {
  ...toApi,
  bypass: async ({ url, headers }: IncomingMessage) => {
    const cookie = headers.cookie ?? ''
    const options = { method: 'HEAD', redirect: 'manual', headers: { cookie } } as const
    // While the api restarts it answers nothing.
    const answer = await fetch(`${api}${url}`, options).catch(() => undefined)
    return answer?.status === 302 ? undefined : '/index.html'
  },
}

const vite = await createServer({
  root: join(import.meta.dirname, '../../web'),
  configFile: join(import.meta.dirname, '../../vite.config.ts'),
  plugins: [fillPages],
  logLevel: 'warn',
  clearScreen: false,
  optimizeDeps: { entries: ['main.tsx'] },
  server: {
    host: env.HOST,
    port: env.PORT,
    strictPort: true,
    proxy: {
      '^/(api|webhooks|r|o|n|healthz|readyz|metrics)(/|\\?|$)': toApi,
      '^/(welcome|welcome/privacy|welcome/terms)?(\\?|$)': toApi,
      '^/claim/': toApiUnlessScreen,
    },
  },
})
await vite.listen()
closeOnExit(createLog('vite', 'warn'), () => vite.close())
sayReady()
