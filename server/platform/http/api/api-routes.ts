import type { Http } from '../http.ts'
import { describeApi, type ApiFacts } from './describe-api.ts'
import { docsPage } from './docs-page.ts'
import { docsStyle } from './docs-style.ts'
import { operations } from './operation.ts'

/** Describes the routes under /api that are registered from now on, for programs and for people. */
export const registerApiDescription = (app: Http, publicUrl: string, facts: ApiFacts): void => {
  const readDocument = describeApi(app, publicUrl, facts)
  const operation = operations('description', { errors: [] })

  app.get(
    '/api/openapi.json',
    operation('describeApi', 'Describe the API as an OpenAPI document.', { file: ['application/json'] }),
    () => readDocument(),
  )
  app.get(
    '/api/docs',
    operation('showApiDocs', 'Describe the API as a page to read.', { file: ['text/html'] }),
    (_request, reply) =>
      reply
        .asPage('text')
        .header('cache-control', 'no-cache')
        .type('text/html')
        .send(docsPage(readDocument())),
  )
  app.get(
    '/api/docs.css',
    operation('styleApiDocs', 'Give the style of that page.', { file: ['text/css'] }),
    (_request, reply) => reply.header('cache-control', 'no-cache').type('text/css').send(docsStyle),
  )
}
