import { statusResponse } from '../../../contracts/status.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import { createReadStatus, type StatusDeps } from './read-status.ts'
import { statusPage } from './status-page.ts'

const KEPT = 'public, max-age=5'

/** Whether the service works: for everybody, as data and as a page. */
export const registerStatusRoutes = (app: Http, deps: StatusDeps): void => {
  const readStatus = createReadStatus(deps)
  app.get(
    '/status.json',
    operations('status', { errors: [] })('getStatus', 'Say whether the service works, part by part.', {
      response: { 200: statusResponse },
    }),
    async (_request, reply) => {
      // A page elsewhere may show it: that is what it is for.
      void reply.header('cache-control', KEPT).header('access-control-allow-origin', '*')
      return readStatus()
    },
  )
  app.get('/status', async (_request, reply) =>
    reply
      .asPage('text')
      .header('cache-control', KEPT)
      .type('text/html; charset=utf-8')
      .send(statusPage(await readStatus())),
  )
}
