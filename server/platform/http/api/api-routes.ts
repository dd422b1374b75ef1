import type { Http } from '../http.ts'
import { describeApi, type ApiFacts } from './describe-api.ts'
import { operations } from './operation.ts'

/** Describes the routes under /api that are registered from now on. */
export const registerApiDescription = (app: Http, publicUrl: string, facts: ApiFacts): void => {
  const readDocument = describeApi(app, publicUrl, facts)
  const operation = operations('description', { errors: [] })

  app.get(
    '/api/openapi.json',
    operation('describeApi', 'Describe the API as an OpenAPI document.', { file: ['application/json'] }),
    () => readDocument(),
  )
}
