import type { Http } from '../platform/http/http.ts'
import { preparePage, readPage, sendPage } from '../platform/http/static-site.ts'
import { fillWelcomePage, type WelcomeFacts } from './welcome-facts.ts'

export type { WelcomeFacts } from './welcome-facts.ts'

const PAGES = ['/welcome/', '/welcome/privacy/', '/welcome/terms/']

/** The pages about the product, without a script. They lie under /welcome/, as every other address is a screen's. */
export const registerWelcomeRoutes = (
  app: Http,
  { folder, ...facts }: { folder: string } & WelcomeFacts,
): void => {
  for (const path of PAGES) {
    const page = preparePage(fillWelcomePage(readPage(folder, `${path.slice(1)}index.html`), facts))
    const bare = path.slice(0, -1)
    app.get(bare, (_request, reply) => reply.redirect(path, 302))
    app.get(path, (request, reply) => sendPage(request, reply.asPage('text'), page))
  }
}
