import type { Http } from '../platform/http/http.ts'
import { preparePage, readPage, sendPage } from '../platform/http/static-site.ts'
import { fillWelcomePage, type WelcomeFacts } from './welcome-facts.ts'

export type { WelcomeFacts } from './welcome-facts.ts'

/** The operator's own pages in place of ours, by our path. */
export type WelcomePlaces = { elsewhere?: Record<string, string | undefined> }

const PAGES = ['/welcome/', '/welcome/privacy/', '/welcome/terms/']

/** The pages about the product, without a script. They lie under /welcome/, as every other address is a screen's. */
export const registerWelcomeRoutes = (
  app: Http,
  { folder, elsewhere = {}, ...facts }: { folder: string } & WelcomePlaces & WelcomeFacts,
): void => {
  for (const path of PAGES) {
    const own = elsewhere[path]
    const page = preparePage(fillWelcomePage(readPage(folder, `${path.slice(1)}index.html`), facts))
    const bare = path.slice(0, -1)
    app.get(bare, (_request, reply) => reply.redirect(own ?? path, 302))
    app.get(path, (request, reply) =>
      own ? reply.redirect(own, 302) : sendPage(request, reply.asPage('text'), page),
    )
  }
}
